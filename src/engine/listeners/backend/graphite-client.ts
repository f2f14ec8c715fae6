import { javaDoubleText } from '../../../languages/java/java-double.ts';
import { javaSplit } from '../../../languages/java/java-split.ts';
import type { Runner } from '../../core.ts';
import type { Result } from '../../state/result.ts';
import type { BackendClient, BackendClientMaker, ClientOptions, MetricsSender } from './backend-client.ts';
import { graphiteSender } from './graphite-sender.ts';
import { patternOf } from './influxdb-client.ts';
import { Metrics, percentilesOf } from './metrics.ts';
import { Repeating } from './repeating.ts';
import type { SamplerMetric } from './sampler-metric.ts';
import type { StatisticsWindow } from './statistics-window.ts';

const sendEveryMs = 1000;
const all = '__cumulated__';

/** JMeter's GraphiteBackendListenerClient: sends every second and at the end. */
export const graphiteClient: BackendClientMaker = (options) => new GraphiteClient(options);

interface Metric {
  name: string;
  value: string;
}

class GraphiteClient implements BackendClient {
  readonly #sender: MetricsSender;
  readonly #metrics = new Metrics();
  readonly #isWanted: (label: string) => boolean;
  readonly #prefix: string;
  readonly #percentiles: Map<string, number>;
  readonly #isPickled: boolean;
  readonly #runner: Runner;
  readonly #nowMs: () => number;
  readonly #sending: Repeating;

  constructor({ parameters, runner, delivery, nowMs }: ClientOptions) {
    const read = (name: string, fallback = '') => parameters.get(name) ?? fallback;
    const port = read('graphitePort');
    this.#isWanted = read('summaryOnly', 'true').toLowerCase() === 'true' ? () => false : filterOf(read);
    this.#prefix = read('rootMetricsPrefix', 'jmeter.');
    this.#percentiles = percentilesOf(read('percentiles'));
    this.#isPickled = read('graphiteMetricsSender').endsWith('.PickleGraphiteMetricsSender');
    this.#runner = runner;
    this.#nowMs = nowMs;
    this.#sender = graphiteSender(
      read('graphiteHost'),
      /^[+-]?\d+$/.test(port) ? Number(port) : 2003,
      delivery,
    );
    this.#sending = new Repeating(runner, sendEveryMs, () => this.#send());
  }

  add(result: Result): void {
    this.#metrics.add(result, this.#runner, all, this.#isWanted(result.label));
  }

  async stop(): Promise<void> {
    this.#sending.stop();
    this.#send();
    await this.#sender.close();
  }

  #send(): void {
    const metrics: Metric[] = [];
    for (const [label, metric] of this.#metrics.bySampler) {
      if (metric.total > 0) {
        const context = label === all ? 'all' : sanitized(label);
        metrics.push(...this.#metricsOf(metric).map(([name, value]) => this.#metric(context, name, value)));
      }
      metric.reset();
    }
    const { min, max, mean, started, ended } = this.#metrics.users(this.#runner);
    const users = { minAT: min, maxAT: max, meanAT: mean, startedT: started, endedT: ended };
    metrics.push(...Object.entries(users).map(([name, value]) => this.#metric('test', name, value)));
    const seconds = Math.floor(this.#nowMs() / 1000);
    this.#sender.send(this.#isPickled ? pickled(metrics, seconds) : plain(metrics, seconds));
  }

  #metric(context: string, name: string, value: string | number): Metric {
    return { name: `${this.#prefix}${context}.${name}`, value: String(value) };
  }

  #metricsOf(metric: SamplerMetric): [string, string | number][] {
    const { successes, failures, total, hits, sentBytes, receivedBytes } = metric;
    return [
      ['ok.count', successes],
      ['ko.count', failures],
      ['a.count', total],
      ['h.count', hits],
      ['sb.bytes', sentBytes],
      ['rb.bytes', receivedBytes],
      ...(successes > 0 ? this.#timesOf('ok', metric.ok) : []),
      ...(failures > 0 ? this.#timesOf('ko', metric.ko) : []),
      ...this.#timesOf('a', metric.all),
    ];
  }

  #timesOf(kind: string, window: StatisticsWindow): [string, string][] {
    return [
      [`${kind}.min`, javaDoubleText(window.min)],
      [`${kind}.max`, javaDoubleText(window.max)],
      [`${kind}.avg`, javaDoubleText(window.mean)],
      ...[...this.#percentiles].map(([name, value]): [string, string] => [
        `${kind}.pct${sanitized(name)}`,
        javaDoubleText(window.percentile(value)),
      ]),
    ];
  }
}

function filterOf(read: (name: string) => string): (label: string) => boolean {
  const list = read('samplersList');
  if (read('useRegexpForSamplersList').toLowerCase() === 'true') {
    const pattern = new RegExp(`^(?:${patternOf(list).source})$`, 'u');
    return (label) => pattern.test(label);
  }
  const wanted = new Set(javaSplit(list, ';'));
  return (label) => wanted.has(label);
}

const sanitized = (text: string) => text.replaceAll(/[\\ ]/g, '-').replaceAll('.', '_');

const plain = (metrics: readonly Metric[], seconds: number) =>
  metrics.map(({ name, value }) => `${name} ${value} ${seconds}\n`).join('');

/** Python's pickle format; JMeter writes the length in characters instead of bytes. */
function pickled(metrics: readonly Metric[], seconds: number): Buffer {
  const tuples = metrics.map(({ name, value }) => `(S'${name}'\n(L${seconds}L\nS'${value}'\ntta`);
  const text = `(l${tuples.join('')}.`;
  const head = Buffer.alloc(4);
  head.writeUInt32BE(text.length);
  return Buffer.concat([head, Buffer.from(text)]);
}
