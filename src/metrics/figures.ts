import { overflowLabel } from './caps.ts';
import { Histogram } from './histogram.ts';
import { type LabelStats, sumOf } from './label-stats.ts';
import type { Peak } from './peak.ts';
import { peakSpanS } from './peak.ts';
import type { Rollup } from './rollup.ts';

export interface LabelFigures {
  /** Empty for all labels together. */
  label: string;
  passed: number;
  failed: number;
  meanMs: number;
  standardDeviationMs: number;
  minMs: number;
  maxMs: number;
  /** Keys 50, 75, 90, 95, 99, 99.9. */
  percentilesMs: Record<string, number>;
  meanLatencyMs: number;
  meanConnectMs: number;
  requestsPerMinute: number;
  maxRequestsPerMinute: number;
  bytesIn: number;
  bytesOut: number;
}

const percentiles = [50, 75, 90, 95, 99, 99.9];

/** All labels of a roll-up together. */
export function totalOf(rollup: Rollup): LabelStats {
  return sumOf([...rollup.labels.values()]);
}

/** The figures of one label; `durationS` is that of the whole run, so that rates of labels and grids add up. */
function figuresOf(label: string, stats: LabelStats, peak: number, durationS: number): LabelFigures {
  const requestsPerMinute = perMinute(stats.count, durationS);
  return {
    label,
    passed: stats.passed,
    failed: stats.failed,
    meanMs: meanMs(stats.sumUs, stats),
    standardDeviationMs: standardDeviationMs(stats),
    minMs: stats.count === 0 ? 0 : stats.minUs / 1000,
    maxMs: stats.maxUs / 1000,
    percentilesMs: percentilesMs(stats),
    meanLatencyMs: meanMs(stats.latencySumUs, stats),
    meanConnectMs: meanMs(stats.connectSumUs, stats),
    requestsPerMinute,
    // A short run fills no bucket, and would otherwise peak below its mean.
    maxRequestsPerMinute: Math.max(perMinute(peak, peakSpanS), requestsPerMinute),
    bytesIn: stats.bytesIn,
    bytesOut: stats.bytesOut,
  };
}

/** The figures of each label by name, and of all together under the empty name. */
export function figuresOfRollup(
  rollup: Rollup,
  durationS: number,
  all: LabelStats = totalOf(rollup),
): { total: LabelFigures; labels: LabelFigures[] } {
  const labels = [...rollup.labels.keys()].sort(byNameOverflowLast);
  return {
    total: figuresOf('', all, rollup.peak.total, durationS),
    labels: labels.map((label) =>
      figuresOf(label, rollup.labels.get(label)!, peakOfLabel(rollup.peak, label), durationS),
    ),
  };
}

/** From the first to the last second in which a sample ended. */
export function durationOf(rollup: Rollup): number {
  if (rollup.firstSecond === null || rollup.lastSecond === null) return 0;
  return rollup.lastSecond - rollup.firstSecond + 1;
}

export function perMinute(amount: number, durationS: number): number {
  return durationS === 0 ? 0 : roundTo3((amount * 60) / durationS);
}

/** The mean of a sum of microseconds over all samples; 0 without samples. */
export function meanMs(sumUs: number, stats: LabelStats): number {
  return stats.count === 0 ? 0 : roundTo3(sumUs / stats.count / 1000);
}

/** Over passed and failed samples together. */
export function percentilesMs(stats: LabelStats): Record<string, number> {
  const all = allOf(stats);
  const values: Record<string, number> = {};
  const found = all.valuesAtPercentiles(percentiles);
  for (const [at, p] of percentiles.entries()) values[String(p)] = withinMs(found[at] ?? 0, stats);
  return values;
}

/** Any one percentile, over passed and failed samples together. */
export function percentileMs(stats: LabelStats, p: number): number {
  return withinMs(allOf(stats).valueAtPercentile(p), stats);
}

function allOf(stats: LabelStats): Histogram {
  if (stats.failed === 0) return stats.passedHistogram;
  const all = new Histogram();
  all.merge(stats.passedHistogram);
  all.merge(stats.failedHistogram);
  return all;
}

/** A histogram answers with the ends of a bucket, which can lie beyond the exact extremes. */
function withinMs(us: number, stats: LabelStats): number {
  return stats.count === 0 ? 0 : Math.max(Math.min(us, stats.maxUs), stats.minUs) / 1000;
}

/** Of the whole population, as JMeter computes it. */
function standardDeviationMs(stats: LabelStats): number {
  if (stats.count === 0) return 0;
  const mean = stats.sumUs / stats.count;
  const variance = stats.sumSquares / stats.count - mean * mean;
  return roundTo3(Math.sqrt(Math.max(0, variance)) / 1000);
}

function byNameOverflowLast(one: string, other: string): number {
  if (one === overflowLabel || other === overflowLabel) return one === overflowLabel ? 1 : -1;
  return one < other ? -1 : 1;
}

function peakOfLabel(peak: Peak, label: string): number {
  return peak.labels.get(label) ?? 0;
}

function roundTo3(value: number): number {
  return Math.round(value * 1000) / 1000;
}
