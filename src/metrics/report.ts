import { placesText } from '../domain/grid-place.ts';
import { apdexOf } from './apdex.ts';
import { durationOf, figuresOfRollup, type LabelFigures, perMinute, totalOf } from './figures.ts';
import type { LabelStats } from './label-stats.ts';
import type { Rollup } from './rollup.ts';
import { writeSummary } from './summary.ts';

export { formatApdex } from './apdex.ts';
export type { LabelFigures } from './figures.ts';

/** Figures of a run; the API converts them to its format. */
export interface Report {
  summary: string;
  /** Of all samples, rounded like the next three; `total` has the exact mean. */
  meanResponseTimeMs: number;
  meanConcurrency: number;
  maxConcurrency: number;
  /** Bytes received per minute. */
  meanThroughput: number;
  /** Exact; 0 only without failures. */
  meanErrorRatePercent: number;
  /** Null without samples. */
  meanApdex: number | null;
  apdexThresholdMs: number;
  /** From the start of the run to its last sample, or to the end of the load if that is clearly later. */
  durationS: number;
  total: LabelFigures;
  labels: LabelFigures[];
  grids: { gridId: string; total: LabelFigures; labels: LabelFigures[] }[];
  errors: ErrorFigures[];
}

export interface ErrorFigures {
  code: string;
  message: string;
  count: number;
  /** The earliest sample with this code and message. */
  example: { label: string; atMs: number };
}

export interface ReportInput {
  /** All grids together. */
  whole: Rollup;
  grids: { gridId: string; provider: string; target: string | null; whole: Rollup }[];
  apdexThresholdMs: number;
  /** The run failed or was stopped: without samples, the error rate is 100 %. */
  failedWithoutSamples: boolean;
  /** Divisor of rates; default: from the first to the last second in which a sample ended. */
  durationS?: number;
}

export function buildReport(input: ReportInput): Report {
  const { whole, grids, apdexThresholdMs } = input;
  const all = totalOf(whole);
  const durationS = input.durationS ?? durationOf(whole);
  const { total, labels } = figuresOfRollup(whole, durationS, all);
  const place = placesText(grids);
  return {
    summary: writeSummary({ total, maxUsers: whole.users.max, durationS, gridCount: grids.length, place }),
    meanResponseTimeMs: Math.round(total.times.all?.meanMs ?? 0),
    meanConcurrency: Math.round(meanUsers(whole) * 1000) / 1000,
    maxConcurrency: whole.users.max,
    meanThroughput: Math.round(perMinute(all.bytesIn, durationS)),
    meanErrorRatePercent: errorRatePercent(all, input.failedWithoutSamples),
    meanApdex: apdexOf(all, apdexThresholdMs),
    apdexThresholdMs,
    durationS,
    total,
    labels,
    grids: grids.map((grid) => ({ gridId: grid.gridId, ...figuresOfRollup(grid.whole, durationS) })),
    errors: errorFigures(all),
  };
}

function meanUsers({ users }: Rollup): number {
  return users.activeSeconds === 0 ? 0 : users.userSeconds / users.activeSeconds;
}

function errorRatePercent(all: LabelStats, failedWithoutSamples: boolean): number {
  if (all.count === 0) return failedWithoutSamples ? 100 : 0;
  return (all.failed * 100) / all.count;
}

/** Sorted by frequency. */
export function errorFigures(all: LabelStats): ErrorFigures[] {
  return [...all.errors.entries()]
    .sort(([oneKey, one], [otherKey, other]) => other.count - one.count || (oneKey < otherKey ? -1 : 1))
    .map(([, { code, message, count, example }]) => ({ code, message, count, example: { ...example } }));
}
