import { javaDoubleText } from '../../../languages/java/java-double.ts';
import { isPlainPattern } from '../../../languages/java-regex/plain-regex.ts';
import type { Runner } from '../../core.ts';
import type { Result } from '../../state/result.ts';
import {
  type BackendClient,
  type BackendClientMaker,
  type ClientOptions,
  type MetricsSender,
  type Parameters,
  WrongArgument,
} from './backend-client.ts';
import type { Delivery } from './delivery.ts';
import { httpSender, udpSender } from './influxdb-senders.ts';
import { Metrics, percentilesOf } from './metrics.ts';
import { Repeating } from './repeating.ts';
import type { SamplerMetric } from './sampler-metric.ts';
import type { StatisticsWindow } from './statistics-window.ts';

const sendEveryMs = 5000;
const all = 'all';

/** JMeter's InfluxdbBackendListenerClient: sends at the start, every five seconds and at the end. */
export const influxdbClient: BackendClientMaker = (options) => new InfluxdbClient(options);

class InfluxdbClient implements BackendClient {
  readonly #sender: MetricsSender;
  readonly #metrics = new Metrics();
  readonly #isSummaryOnly: boolean;
  readonly #wanted: RegExp;
  readonly #measurement: string;
  readonly #application: string;
  readonly #userTags: string;
  readonly #title: string;
  readonly #eventTags: string;
  readonly #percentiles: number[];
  readonly #runner: Runner;
  readonly #nowMs: () => number;
  readonly #sending: Repeating;
  #lines = '';

  constructor({ parameters, runner, delivery, nowMs }: ClientOptions) {
    const read = (name: string, fallback = '') => parameters.get(name) ?? fallback;
    this.#isSummaryOnly = read('summaryOnly').toLowerCase() === 'true';
    this.#wanted = patternOf(read('samplersRegex'));
    this.#application = tagText(read('application'));
    this.#measurement = tagText(read('measurement', 'jmeter'));
    this.#title = read('testTitle', 'Test');
    this.#eventTags = tagText(read('eventTags'));
    this.#percentiles = [...percentilesOf(read('percentiles')).values()];
    this.#userTags = userTagsOf(parameters);
    this.#runner = runner;
    this.#nowMs = nowMs;
    this.#sender = influxdbSender(parameters, delivery);
    this.#addEvent('started');
    // The first send is immediate, but after the test has started.
    this.#sending = new Repeating(runner, sendEveryMs, () => this.#send(), 0);
  }

  add(result: Result): void {
    this.#metrics.add(result, this.#runner, all, !this.#isSummaryOnly && this.#wanted.test(result.label));
  }

  async stop(): Promise<void> {
    this.#sending.stop();
    this.#addEvent('ended');
    this.#send();
    await this.#sender.close();
  }

  #send(): void {
    for (const [label, metric] of this.#metrics.bySampler) {
      if (label === all) {
        this.#addCumulated(metric);
      } else {
        this.#addSampler(tagText(label), metric);
      }
      metric.reset();
    }
    const { min, max, mean, started, ended } = this.#metrics.users(this.#runner);
    this.#add(
      `${this.#measurement}${this.#tags('internal')}`,
      `minAT=${min},maxAT=${max},meanAT=${mean},startedT=${started},endedT=${ended}`,
    );
    this.#sender.send(this.#lines);
    this.#lines = '';
  }

  #addSampler(label: string, metric: SamplerMetric): void {
    const { total, successes, failures } = metric;
    this.#addStatus(label, 'all', total, metric, metric.all);
    this.#addStatus(label, 'ok', successes, metric, metric.ok);
    this.#addStatus(label, 'ko', failures, metric, metric.ko);
    for (const { code, message, count } of metric.errors.values()) {
      const tags = `,responseCode=${tagText(code)},responseMessage=${tagText(message)}`;
      this.#add(`${this.#measurement}${this.#tags(label, tags)}`, `count=${count}`);
    }
  }

  #addStatus(label: string, status: string, count: number, metric: SamplerMetric, window: StatisticsWindow) {
    if (count > 0) {
      const fields = [`count=${count}`, ...times(window), ...traffic(metric), ...this.#percentilesOf(window)];
      this.#add(`${this.#measurement}${this.#tags(label, `,statut=${status}`)}`, fields.join(','));
    }
  }

  #addCumulated(metric: SamplerMetric): void {
    if (metric.total > 0) {
      const fields = [
        `count=${metric.total}`,
        `countError=${metric.failures}`,
        ...times(metric.ok),
        ...traffic(metric),
        ...this.#percentilesOf(metric.all),
      ];
      this.#add(`${this.#measurement}${this.#tags(all, `,statut=${all}`)}`, fields.join(','));
    }
  }

  #percentilesOf(window: StatisticsWindow): string[] {
    return this.#percentiles.map(
      (percentile) => `pct${floatText(percentile)}=${javaDoubleText(window.percentile(percentile))}`,
    );
  }

  #tags(transaction: string, more = ''): string {
    return `,application=${this.#application},transaction=${transaction}${more}${this.#userTags}`;
  }

  #addEvent(what: string): void {
    const tags = this.#eventTags === '' ? '' : `,tags=${this.#eventTags}`;
    this.#add(
      `events,application=${this.#application},title=ApacheJMeter${this.#userTags}${tags}`,
      `text="${`${this.#title} ${what}`.trim().replaceAll('"', '\\"')}"`,
    );
  }

  #add(name: string, fields: string): void {
    this.#lines += `${name} ${fields} ${Math.floor(this.#nowMs())}000000\n`;
  }
}

export function influxdbSender(parameters: Parameters, delivery: Delivery): MetricsSender {
  const address = parameters.get('influxdbUrl') ?? '';
  try {
    return parameters.get('influxdbMetricsSender')?.endsWith('.UdpMetricsSender')
      ? udpSender(address, delivery)
      : httpSender(address, parameters.get('influxdbToken') ?? '', delivery);
  } catch (error) {
    throw new WrongArgument(`influxdbUrl is no address (${(error as Error).message})`);
  }
}

/** Throws for patterns whose meaning could differ in Java. */
function patternOf(written: string): RegExp {
  if (!isPlainPattern(written)) {
    throw new Error(`the regular expression ${written}`);
  }
  return new RegExp(written, 'u');
}

const times = ({ mean, min, max }: StatisticsWindow) =>
  Number.isNaN(mean)
    ? []
    : [`avg=${javaDoubleText(mean)}`, `min=${javaDoubleText(min)}`, `max=${javaDoubleText(max)}`];

const traffic = ({ hits, sentBytes, receivedBytes }: SamplerMetric) => [
  `hit=${hits}`,
  `sb=${sentBytes}`,
  `rb=${receivedBytes}`,
];

/** Java's Float.toString, for numbers with few digits. */
const floatText = (value: number) => {
  const text = String(Number(value.toPrecision(7)));
  return text.includes('.') ? text : `${text}.0`;
};

export const tagText = (text: string) =>
  text.trim().replaceAll(' ', '\\ ').replaceAll(',', '\\,').replaceAll('=', '\\=').replaceAll('\n', '\\n');

/** Arguments with the prefix `TAG_`. */
function userTagsOf(parameters: Parameters): string {
  return [...parameters]
    .filter(([name, value]) => name.startsWith('TAG_') && value.trim() !== '')
    .map(([name, value]) => `,${tagText(name.trim().slice(4))}=${tagText(value.trim())}`)
    .join('');
}
