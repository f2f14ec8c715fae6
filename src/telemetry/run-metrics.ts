import { Counter, Gauge, Registry } from 'prom-client';

/** Samples so far. */
export interface MeasuredSamples {
  passed: number;
  failed: number;
  bytesIn: number;
  bytesOut: number;
  /** Response times of passed samples; null without any. Keys of `percentilesMs`: 50, 90, 95, 99 and others. */
  times: { percentilesMs: Readonly<Record<string, number>> } | null;
}

/** Live figures of one run. */
export interface MeasuredRun {
  id: string;
  name: string | null;
  project: string;
  test: string | null;
  tool: string;
  isActive: boolean;
  startedAt: Date | null;
  users: number;
  total: MeasuredSamples;
  labels: readonly (MeasuredSamples & { label: string })[];
}

type Labels = Readonly<Record<string, string>>;

/** A metric with its points, for any format. */
export interface MetricFamily {
  name: string;
  help: string;
  type: 'counter' | 'gauge';
  points: { labels: Labels; value: number }[];
}

export const runMetricsType = Registry.PROMETHEUS_CONTENT_TYPE;

const percentiles = ['50', '90', '95', '99'];

/** Figures of runs as metrics. */
export function metricsOfRuns(runs: readonly MeasuredRun[]): MetricFamily[] {
  const family = (
    name: string,
    type: MetricFamily['type'],
    help: string,
    points: (run: MeasuredRun) => MetricFamily['points'],
  ): MetricFamily => ({ name: `spate_run_${name}`, help, type, points: runs.flatMap(points) });
  const one = (value: (run: MeasuredRun) => number) => (run: MeasuredRun) => [
    { labels: { run: run.id }, value: value(run) },
  ];
  return [
    family('info', 'gauge', 'Always 1; the labels describe the run.', ({ id, name, project, test, tool }) => [
      { labels: { run: id, name: name ?? '', project, test: test ?? '', tool }, value: 1 },
    ]),
    family(
      'active',
      'gauge',
      'Whether the run is active.',
      one(({ isActive }) => (isActive ? 1 : 0)),
    ),
    family(
      'virtual_users',
      'gauge',
      'Virtual users, mean of the last seconds.',
      one(({ users }) => users),
    ),
    family(
      'received_bytes_total',
      'counter',
      'Bytes received.',
      one(({ total }) => total.bytesIn),
    ),
    family(
      'sent_bytes_total',
      'counter',
      'Bytes sent.',
      one(({ total }) => total.bytesOut),
    ),
    family('samples_total', 'counter', 'Samples of all labels.', ({ id, total }) =>
      counts({ run: id }, total),
    ),
    family(
      'response_time_seconds',
      'gauge',
      'Response time of passed samples since the start of the run, of all labels.',
      ({ id, total }) => quantiles({ run: id }, total),
    ),
    family('label_samples_total', 'counter', 'Samples of the 100 most frequent labels.', ({ id, labels }) =>
      labels.flatMap((each) => counts({ run: id, label: each.label }, each)),
    ),
    family(
      'label_response_time_seconds',
      'gauge',
      'Response time of passed samples since the start of the run, of the 100 most frequent labels.',
      ({ id, labels }) => labels.flatMap((each) => quantiles({ run: id, label: each.label }, each)),
    ),
  ];
}

function counts(labels: Labels, { passed, failed }: MeasuredSamples): MetricFamily['points'] {
  return [
    { labels: { ...labels, outcome: 'passed' }, value: passed },
    { labels: { ...labels, outcome: 'failed' }, value: failed },
  ];
}

function quantiles(labels: Labels, { times }: MeasuredSamples): MetricFamily['points'] {
  return percentiles.flatMap((percentile) => {
    const ms = times?.percentilesMs[percentile];
    const quantile = String(Number(percentile) / 100);
    return ms === undefined ? [] : [{ labels: { ...labels, quantile }, value: ms / 1000 }];
  });
}

/** Metrics in the text format of Prometheus. */
export async function renderMetrics(families: readonly MetricFamily[]): Promise<string> {
  const registry = new Registry();
  for (const { name, help, type, points } of families) {
    const [first] = points;
    // Without points, the registry would add one without labels.
    if (!first) continue;
    const labelNames = Object.keys(first.labels);
    const options = { name, help, labelNames, registers: [registry] };
    if (type === 'counter') {
      const counter = new Counter(options);
      for (const { labels, value } of points) counter.inc(labels, value);
    } else {
      const gauge = new Gauge(options);
      for (const { labels, value } of points) gauge.set(labels, value);
    }
  }
  return registry.metrics();
}
