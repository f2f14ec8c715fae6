import { clipText } from '../lib/clip.ts';
import { significant } from '../lib/figures.ts';
import { ExpressionReader } from './expression-reader.ts';
import { type SampleKind, sampleKinds } from './sample-kind.ts';

export type ThresholdOperator = '>' | '>=' | '<' | '<=';

/** Metric of a threshold. Times are in ms, throughput in requests per second. */
export type ThresholdMetric =
  | { kind: 'percentile'; percentile: number; of: SampleKind }
  | { kind: 'mean' | 'min' | 'max'; of: SampleKind }
  | { kind: 'throughput' }
  /** share: percent of all samples; count: how many. */
  | { kind: 'errors'; of: 'share' | 'count' }
  | { kind: 'count' }
  | { kind: 'bytes_in' | 'bytes_out' }
  | { kind: 'apdex' };

/**
 * A condition that fails a run: `p95 > 800ms`, `errors > 1%`, `label("Checkout").p99 > 2s`, `p95(failed) > 5s`.
 */
export interface Threshold {
  /** As entered. */
  expression: string;
  /** Null for all labels together. */
  label: string | null;
  metric: ThresholdMetric;
  operator: ThresholdOperator;
  limit: number;
  /** The limit in the unit it was written in: `2 s`. */
  limitText: string;
}

export interface ThresholdResult {
  expression: string;
  /** The requirement: `p95 ≤ 2 s`. */
  requirement: string;
  /** False when the condition holds or there are no samples; null when it cannot be evaluated. */
  passed: boolean | null;
  /** In the unit of the metric: ms, percent, requests a second, a count, bytes, or a score; null without samples. */
  actual: number | null;
  /** The requirement with the actual value: `p95 ≤ 2 s (720 ms)`. */
  text: string;
}

/**
 * True when all thresholds passed; null without thresholds, or when one could not be evaluated. False for a run that an
 * abort rule ended.
 */
export function passedOf(
  results: readonly Pick<ThresholdResult, 'passed'>[],
  { isAborted = false }: { isAborted?: boolean } = {},
): boolean | null {
  if (isAborted) return false;
  if (results.some((result) => result.passed === false)) return false;
  return results.length === 0 || results.some((result) => result.passed === null) ? null : true;
}

export const maxThresholds = 50;

const timeUnits: Record<string, number> = { us: 0.001, µs: 0.001, ms: 1, s: 1000, min: 60_000 };
const rateUnits: Record<string, number> = { '': 1, '/s': 1, rps: 1, '/min': 1 / 60, rpm: 1 / 60 };
const sizeUnits: Record<string, number> = {
  '': 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
};
const plainUnits: Record<string, number> = { '': 1 };

const metricList =
  'p50, p95, p99.9 or any other percentile, mean, min, max, throughput, errors, count, bytes, apdex';

/** Throws `invalid` with the position of the first error. */
export function parseThreshold(expression: string): Threshold {
  const reader = new ExpressionReader('threshold', expression);
  const condition = readCondition(reader);
  reader.end();
  return condition;
}

/** Reads `label("Checkout").p99 > 2s`; the reader continues behind the limit. */
export function readCondition(reader: ExpressionReader): Threshold {
  const label = readLabel(reader);
  const metric = readMetric(reader);
  const operator = readOperator(reader);
  const { metric: settled, limit, limitText } = readLimit(reader, metric);
  return { expression: reader.text, label, metric: settled, operator, limit, limitText };
}

function readLabel(reader: ExpressionReader): string | null {
  reader.space();
  if (!reader.take(/label(?![\w.])/iy)) return null;
  reader.space();
  if (!reader.take(/\(/y)) reader.fail('expected "(", as in label("Checkout").p99');
  reader.space();
  const quoted = reader.take(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/y);
  if (quoted === undefined) reader.fail('expected a label in quotes, as in label("Checkout").p99');
  reader.space();
  if (!reader.take(/\)/y)) reader.fail('expected ")", as in label("Checkout").p99');
  reader.space();
  if (!reader.take(/\./y)) reader.fail('expected "." and a metric, as in label("Checkout").p99');
  reader.space();
  return quoted.slice(1, -1).replace(/\\(.)/g, '$1');
}

function readMetric(reader: ExpressionReader): ThresholdMetric {
  reader.space();
  const start = reader.at;
  const word = reader.take(/[a-zµ_]+/iy)?.toLowerCase();
  if (word === undefined) reader.fail(`expected a metric: ${metricList}`);
  switch (word) {
    case 'p': {
      const digits = reader.take(/\d+(\.\d+)?/y);
      const percentile = Number(digits);
      if (digits === undefined || percentile > 100)
        reader.fail('expected a percentile from p0 to p100', start);
      return { kind: 'percentile', percentile, of: readKind(reader) };
    }
    case 'median':
      return { kind: 'percentile', percentile: 50, of: readKind(reader) };
    case 'mean':
    case 'avg':
    case 'average':
      return { kind: 'mean', of: readKind(reader) };
    case 'min':
    case 'max':
      return { kind: word, of: readKind(reader) };
    case 'throughput':
    case 'rps':
      return { kind: 'throughput' };
    case 'errors':
    case 'error_rate':
      return { kind: 'errors', of: 'count' };
    case 'count':
    case 'requests':
    case 'samples':
      return { kind: 'count' };
    case 'bytes':
    case 'bytes_in':
      return { kind: 'bytes_in' };
    case 'bytes_out':
      return { kind: 'bytes_out' };
    case 'apdex':
      return { kind: 'apdex' };
    default:
      return reader.fail(`"${clipText(word, 50)}" is not a metric. Use one of: ${metricList}`, start);
  }
}

/** Optional `(failed)` or `(all)` after a response time; default: passed. */
function readKind(reader: ExpressionReader): SampleKind {
  reader.space();
  if (!reader.take(/\(/y)) return 'passed';
  reader.space();
  const start = reader.at;
  const word = reader.take(/[a-z]+/iy)?.toLowerCase();
  const kind = sampleKinds.find((each) => each === word);
  if (kind === undefined) reader.fail(`expected one of ${sampleKinds.join(', ')}, as in p95(failed)`, start);
  reader.space();
  if (!reader.take(/\)/y)) reader.fail('expected ")", as in p95(failed)');
  return kind;
}

function readOperator(reader: ExpressionReader): ThresholdOperator {
  reader.space();
  const sign = reader.take(/>=|<=|>|</y);
  if (sign === undefined) reader.fail('expected >, >=, < or <=');
  return sign as ThresholdOperator;
}

/** Display names of units; others are shown as entered. */
const shownUnits: Record<string, string> = {
  us: 'µs',
  rps: '/s',
  rpm: '/min',
  b: 'B',
  kb: 'kB',
  mb: 'MB',
  gb: 'GB',
  kib: 'KiB',
  mib: 'MiB',
  gib: 'GiB',
};

type Limit = Pick<Threshold, 'metric' | 'limit' | 'limitText'>;

function readLimit(reader: ExpressionReader, metric: ThresholdMetric): Limit {
  reader.space();
  const digits = reader.take(/\d{1,15}(\.\d{1,15})?/y);
  if (digits === undefined) reader.fail('expected a number, such as 800ms or 1%');
  const number = Number(digits);
  reader.space();
  const start = reader.at;
  const unit = reader.take(/[%a-zµ/]+/iy)?.toLowerCase() ?? '';
  const shownUnit = unit === '' && metric.kind === 'throughput' ? '/s' : (shownUnits[unit] ?? unit);
  const limitText = `${significant(number, 16)} ${shownUnit}`.trimEnd();
  const scaled = (units: Record<string, number>, expects: string): Limit => {
    const factor = Object.hasOwn(units, unit) ? units[unit] : undefined;
    if (factor === undefined)
      reader.fail(
        `${unit === '' ? 'missing unit' : `"${clipText(unit, 50)}" is not a valid unit`}. ${expects}`,
        start,
      );
    return { metric, limit: number * factor, limitText };
  };
  switch (metric.kind) {
    case 'percentile':
    case 'mean':
    case 'min':
    case 'max':
      return scaled(timeUnits, `Use a time, such as ${digits}ms, ${digits}s or ${digits}us`);
    case 'throughput':
      return scaled(rateUnits, 'Use a rate, such as 50/s or 50/min');
    case 'errors':
      if (unit === '%') return { metric: { kind: 'errors', of: 'share' }, limit: number, limitText };
      return scaled(plainUnits, 'Use a share, such as 1%, or a count, such as 10');
    case 'count':
      return scaled(plainUnits, 'Use a number without a unit');
    case 'bytes_in':
    case 'bytes_out':
      return scaled(sizeUnits, 'Use a number, optionally with kB, MB or GB');
    case 'apdex':
      if (number > 1) reader.fail('expected a number from 0 to 1', start);
      return scaled(plainUnits, 'Use a number from 0 to 1');
  }
}
