import { type SampleKind, samplesOfKind } from '../domain/sample-kind.ts';
import { Histogram } from './histogram.ts';
import { roundTo3 } from './label-stats.ts';
import type { TimeStats } from './time-stats.ts';

/** Response times of the passed, the failed or all samples of a label. */
export interface ResponseTimes {
  meanMs: number;
  standardDeviationMs: number;
  minMs: number;
  maxMs: number;
  /** Keys 50, 75, 90, 95, 99, 99.9. */
  percentilesMs: Record<string, number>;
}

const percentiles = [50, 75, 90, 95, 99, 99.9];

/** Null without such samples. */
export function responseTimesOf(stats: TimeStats, kind: SampleKind): ResponseTimes | null {
  const histogram = histogramOf(stats, kind);
  if (histogram.count === 0) return null;
  const found = histogram.valuesAtPercentiles([0, ...percentiles, 100]).map((us) => withinMs(us, stats));
  return {
    meanMs: roundTo3(meanUs(stats, kind) / 1000),
    standardDeviationMs: roundTo3(Math.sqrt(Math.max(0, varianceOf(stats, kind))) / 1000),
    minMs: isWhole(stats, kind) ? stats.minUs / 1000 : (found[0] ?? 0),
    maxMs: isWhole(stats, kind) ? stats.maxUs / 1000 : (found.at(-1) ?? 0),
    percentilesMs: Object.fromEntries(percentiles.map((p, at) => [String(p), found[at + 1] ?? 0])),
  };
}

/** All kinds; equal ones are computed once. */
export function allResponseTimesOf(stats: TimeStats): Record<SampleKind, ResponseTimes | null> {
  const all = responseTimesOf(stats, 'all');
  if (stats.failed === 0) return { passed: all, failed: null, all };
  if (stats.passed === 0) return { passed: null, failed: all, all };
  return { passed: responseTimesOf(stats, 'passed'), failed: responseTimesOf(stats, 'failed'), all };
}

/** Any percentile; null without samples of the kind. */
export function percentileMs(stats: TimeStats, p: number, kind: SampleKind): number | null {
  const histogram = histogramOf(stats, kind);
  return histogram.count === 0 ? null : withinMs(histogram.valueAtPercentile(p), stats);
}

/** Null without such samples. */
export function meanTimeMs(stats: TimeStats, kind: SampleKind): number | null {
  return samplesOfKind(stats, kind) === 0 ? null : roundTo3(meanUs(stats, kind) / 1000);
}

export function histogramOf(stats: TimeStats, kind: SampleKind): Histogram {
  const { passedHistogram, failedHistogram } = stats;
  if (kind !== 'all') return kind === 'passed' ? passedHistogram : failedHistogram;
  if (stats.failed === 0) return passedHistogram;
  return stats.passed === 0 ? failedHistogram : Histogram.sum([passedHistogram, failedHistogram]);
}

/**
 * Sums exist for all samples together only. For mixed samples, the histograms determine how the exact sum is split, with
 * an error of at most 0.05 %.
 */
function meanUs(stats: TimeStats, kind: SampleKind): number {
  if (isWhole(stats, kind)) return stats.sumUs / stats.count;
  const [passed, failed] = [roughSums(stats.passedHistogram).sum, roughSums(stats.failedHistogram).sum];
  const part = kind === 'passed' ? passed : failed;
  return part === 0 ? 0 : (stats.sumUs * part) / (passed + failed) / samplesOfKind(stats, kind);
}

/** Population variance, as in JMeter; for a part of the samples, from its histogram. */
function varianceOf(stats: TimeStats, kind: SampleKind): number {
  const { sum, squares, count } = isWhole(stats, kind)
    ? { sum: stats.sumUs, squares: stats.sumSquares, count: stats.count }
    : roughSums(histogramOf(stats, kind));
  return squares / count - (sum / count) ** 2;
}

function roughSums(histogram: Histogram): { sum: number; squares: number; count: number } {
  let [sum, squares] = [0, 0];
  for (const { lowUs, highUs, count } of histogram.buckets()) {
    const middle = (lowUs + highUs) / 2;
    sum += middle * count;
    squares += middle * middle * count;
  }
  return { sum, squares, count: histogram.count };
}

/** Whether all samples are of the kind. */
function isWhole(stats: TimeStats, kind: SampleKind): boolean {
  return samplesOfKind(stats, kind) === stats.count;
}

/** Clamps to the exact extremes, because histograms return bucket bounds. */
function withinMs(us: number, stats: TimeStats): number {
  return Math.max(Math.min(us, stats.maxUs), stats.minUs) / 1000;
}
