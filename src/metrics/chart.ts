import type { SampleKind } from '../domain/sample-kind.ts';
import type { TimeRange } from './cover.ts';
import { meanMs, totalOf } from './figures.ts';
import { LabelStats, roundTo3 } from './label-stats.ts';
import { samplesByCodeClass } from './response-codes.ts';
import { meanTimeMs, percentileMs } from './response-times.ts';
import type { Rollup } from './rollup.ts';

/** Time series as columns of equal length; null is a gap. */
export interface ChartColumns {
  /** Start of each interval, Unix time. */
  timeS: number[];
  passed: (number | null)[];
  failed: (number | null)[];
  /** Per second, like failures. */
  throughput: (number | null)[];
  failures: (number | null)[];
  /** Failures by the class of their code; their sum is `failures`. */
  failures4xx: (number | null)[];
  failures5xx: (number | null)[];
  failuresOfChecks: (number | null)[];
  failuresOther: (number | null)[];
  /** Samples by the class of their response code, per second; their sum is `throughput`. */
  codes2xx: (number | null)[];
  codes3xx: (number | null)[];
  codes4xx: (number | null)[];
  codes5xx: (number | null)[];
  codesOther: (number | null)[];
  codesUnknown: (number | null)[];
  users: (number | null)[];
  mean: (number | null)[];
  p50: (number | null)[];
  p90: (number | null)[];
  p95: (number | null)[];
  p99: (number | null)[];
  /** Mean milliseconds of all samples until connected, and until the first byte of the response. */
  connect: (number | null)[];
  firstByte: (number | null)[];
  /** Bytes per second. */
  bytesIn: (number | null)[];
  bytesOut: (number | null)[];
}

export function emptyColumns(): ChartColumns {
  return {
    timeS: [],
    passed: [],
    failed: [],
    throughput: [],
    failures: [],
    failures4xx: [],
    failures5xx: [],
    failuresOfChecks: [],
    failuresOther: [],
    codes2xx: [],
    codes3xx: [],
    codes4xx: [],
    codes5xx: [],
    codesOther: [],
    codesUnknown: [],
    users: [],
    mean: [],
    p50: [],
    p90: [],
    p95: [],
    p99: [],
    connect: [],
    firstByte: [],
    bytesIn: [],
    bytesOut: [],
  };
}

export interface ChartPoint {
  startS: number;
  users: number;
  stats: LabelStats;
}

/** Point of one label, or of all labels together. */
export function chartPoint(rollup: Rollup, label?: string): ChartPoint {
  const stats = label === undefined ? totalOf(rollup) : (rollup.labels.get(label) ?? new LabelStats());
  return { startS: rollup.startS, users: rollup.users.max, stats };
}

/** Merges several intervals into one that starts at `startS`. */
export function mergePoints(startS: number, points: readonly ChartPoint[]): ChartPoint {
  const stats = LabelStats.sum(points.map((point) => point.stats));
  return { startS, users: Math.max(...points.map((point) => point.users)), stats };
}

/**
 * Adds an interval. Rates are per second within `measured`, the bounds of the run; response times are of one sample
 * kind.
 */
export function addPoint(
  columns: ChartColumns,
  point: ChartPoint,
  stepS: number,
  measured: TimeRange,
  kind: SampleKind = 'passed',
): void {
  const { startS, users, stats } = point;
  const seconds = Math.max(
    1,
    Math.min(startS + stepS, measured.toS) - Math.max(startS, Math.min(measured.fromS, startS + stepS - 1)),
  );
  const rate = (amount: number) => roundTo3(amount / seconds);
  const percentile = (p: number) => percentileMs(stats, p, kind);
  columns.timeS.push(startS);
  columns.passed.push(stats.passed);
  columns.failed.push(stats.failed);
  columns.throughput.push(rate(stats.count));
  columns.failures.push(rate(stats.failed));
  const byClass = failuresByClass(stats);
  columns.failures4xx.push(rate(byClass['4xx']));
  columns.failures5xx.push(rate(byClass['5xx']));
  columns.failuresOfChecks.push(rate(byClass.checks));
  columns.failuresOther.push(rate(byClass.other));
  const codes = samplesByCodeClass(stats);
  columns.codes2xx.push(rate(codes['2xx']));
  columns.codes3xx.push(rate(codes['3xx']));
  columns.codes4xx.push(rate(codes['4xx']));
  columns.codes5xx.push(rate(codes['5xx']));
  columns.codesOther.push(rate(codes.other));
  columns.codesUnknown.push(rate(codes.unknown));
  columns.users.push(users);
  columns.mean.push(meanTimeMs(stats, kind));
  columns.p50.push(percentile(50));
  columns.p90.push(percentile(90));
  columns.p95.push(percentile(95));
  columns.p99.push(percentile(99));
  columns.connect.push(meanOfAllMs(stats.connectSumUs, stats));
  columns.firstByte.push(meanOfAllMs(stats.latencySumUs, stats));
  columns.bytesIn.push(rate(stats.bytesIn));
  columns.bytesOut.push(rate(stats.bytesOut));
}

/** Adds an interval without data. */
export function addGap(columns: ChartColumns, startS: number): void {
  for (const [name, column] of Object.entries(columns)) column.push(name === 'timeS' ? startS : null);
}

type FailureClass = '4xx' | '5xx' | 'checks' | 'other';

function failuresByClass({ errors }: LabelStats): Record<FailureClass, number> {
  const counts = { '4xx': 0, '5xx': 0, checks: 0, other: 0 };
  for (const { code, count } of errors.values()) counts[failureClassOf(code)] += count;
  return counts;
}

/** A failed sample whose response had a code below 400 failed a check, such as an assertion. */
function failureClassOf(code: string): FailureClass {
  if (!/^[1-5]\d\d$/.test(code)) return 'other';
  if (code < '400') return 'checks';
  return code < '500' ? '4xx' : '5xx';
}

function meanOfAllMs(sumUs: number, stats: LabelStats): number | null {
  return stats.count === 0 ? null : meanMs(sumUs, stats);
}
