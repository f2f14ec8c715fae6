import { Counter, Gauge, Registry } from 'prom-client';

/** Samples so far. */
export interface MeasuredSamples {
  passed: number;
  failed: number;
  bytesIn: number;
  bytesOut: number;
  /** Response times of passed samples; null without any. Keys of `percentilesMs`: 50, 90, 95, 99 and others. */
  times: { meanMs: number; percentilesMs: Readonly<Record<string, number>> } | null;
}

/** Live figures of one run. */
export interface MeasuredRun {
  id: string;
  name: string | null;
  project: string;
  test: string | null;
  tool: string;
  isActive: boolean;
  users: number;
  total: MeasuredSamples;
  labels: readonly (MeasuredSamples & { label: string })[];
}

export const runMetricsType = Registry.PROMETHEUS_CONTENT_TYPE;

const percentiles = ['50', '90', '95', '99'];

/** Figures of runs in the text format of Prometheus. */
export async function renderRunMetrics(runs: readonly MeasuredRun[]): Promise<string> {
  const registry = new Registry();
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = (name: string, help: string, labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers });
  const info = gauge('spate_run_info', 'Always 1; the labels describe the run.', [
    'run',
    'name',
    'project',
    'test',
    'tool',
  ]);
  const active = gauge('spate_run_active', 'Whether the run is active.', ['run']);
  const users = gauge('spate_run_virtual_users', 'Virtual users, mean of the last seconds.', ['run']);
  const samples = counter('spate_run_samples_total', 'Samples of all labels.', ['run', 'outcome']);
  const received = counter('spate_run_received_bytes_total', 'Bytes received.', ['run']);
  const sent = counter('spate_run_sent_bytes_total', 'Bytes sent.', ['run']);
  const times = gauge(
    'spate_run_response_time_seconds',
    'Response time of passed samples since the start of the run, of all labels.',
    ['run', 'quantile'],
  );
  const labelSamples = counter('spate_run_label_samples_total', 'Samples of the 100 most frequent labels.', [
    'run',
    'label',
    'outcome',
  ]);
  const labelTimes = gauge(
    'spate_run_label_response_time_seconds',
    'Response time of passed samples since the start of the run, of the 100 most frequent labels.',
    ['run', 'label', 'quantile'],
  );
  for (const { id: run, name, project, test, tool, isActive, total, labels, ...live } of runs) {
    info.set({ run, name: name ?? '', project, test: test ?? '', tool }, 1);
    active.set({ run }, isActive ? 1 : 0);
    users.set({ run }, live.users);
    received.inc({ run }, total.bytesIn);
    sent.inc({ run }, total.bytesOut);
    const count = (to: Counter, labelsOfRun: Record<string, string>, from: MeasuredSamples) => {
      to.inc({ ...labelsOfRun, outcome: 'passed' }, from.passed);
      to.inc({ ...labelsOfRun, outcome: 'failed' }, from.failed);
    };
    const measure = (to: Gauge, labelsOfRun: Record<string, string>, from: MeasuredSamples) => {
      for (const percentile of percentiles) {
        const ms = from.times?.percentilesMs[percentile];
        if (ms !== undefined)
          to.set({ ...labelsOfRun, quantile: String(Number(percentile) / 100) }, ms / 1000);
      }
    };
    count(samples, { run }, total);
    measure(times, { run }, total);
    for (const one of labels) {
      count(labelSamples, { run, label: one.label }, one);
      measure(labelTimes, { run, label: one.label }, one);
    }
  }
  return registry.metrics();
}
