import type { SampleKind } from '../domain/sample-kind.ts';
import type { TimeRange } from './cover.ts';
import { totalOf } from './figures.ts';
import { LabelStats, sumOf } from './label-stats.ts';
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
  users: (number | null)[];
  mean: (number | null)[];
  p50: (number | null)[];
  p90: (number | null)[];
  p95: (number | null)[];
  p99: (number | null)[];
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
    users: [],
    mean: [],
    p50: [],
    p90: [],
    p95: [],
    p99: [],
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
  const stats = sumOf(points.map((point) => point.stats));
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
  const rate = (amount: number) => round(amount / seconds);
  const percentile = (p: number) => percentileMs(stats, p, kind);
  columns.timeS.push(startS);
  columns.passed.push(stats.passed);
  columns.failed.push(stats.failed);
  columns.throughput.push(rate(stats.count));
  columns.failures.push(rate(stats.failed));
  columns.users.push(users);
  columns.mean.push(meanTimeMs(stats, kind));
  columns.p50.push(percentile(50));
  columns.p90.push(percentile(90));
  columns.p95.push(percentile(95));
  columns.p99.push(percentile(99));
  columns.bytesIn.push(rate(stats.bytesIn));
  columns.bytesOut.push(rate(stats.bytesOut));
}

/** Adds an interval without data. */
export function addGap(columns: ChartColumns, startS: number): void {
  for (const [name, column] of Object.entries(columns)) column.push(name === 'timeS' ? startS : null);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
