import type { SampleKind } from '../domain/sample-kind.ts';
import { overflowLabel } from './caps.ts';
import { LabelStats, roundTo3 } from './label-stats.ts';
import type { Peak } from './peak.ts';
import { peakSpanS } from './peak.ts';
import { type CodeCount, responseCodes } from './response-codes.ts';
import { allResponseTimesOf, type ResponseTimes } from './response-times.ts';
import type { Rollup } from './rollup.ts';

export interface LabelFigures {
  /** Empty for all labels together. */
  label: string;
  passed: number;
  failed: number;
  /** Null without samples of the kind. */
  times: Record<SampleKind, ResponseTimes | null>;
  /** Times from the intended start; absent if no sample has one. */
  intended?: IntendedFigures;
  /** Of all samples, like the figures below. */
  meanLatencyMs: number;
  meanConnectMs: number;
  requestsPerMinute: number;
  maxRequestsPerMinute: number;
  bytesIn: number;
  bytesOut: number;
  /** Absent in reports of earlier versions. */
  codes?: CodeCount[];
}

/** Response times from the intended start of samples, in open workload models. */
export interface IntendedFigures {
  /** Samples with an intended start; the others count with their measured time. */
  scheduled: number;
  times: Record<SampleKind, ResponseTimes | null>;
}

/** Total of all labels. */
export function totalOf(rollup: Rollup): LabelStats {
  return LabelStats.sum([...rollup.labels.values()]);
}

/** Figures of one label. `durationS` is that of the whole run, so that rates of labels and grids add up. */
function figuresOf(label: string, stats: LabelStats, peak: number, durationS: number): LabelFigures {
  const requestsPerMinute = perMinute(stats.count, durationS);
  return {
    label,
    passed: stats.passed,
    failed: stats.failed,
    times: allResponseTimesOf(stats),
    ...(stats.intended && {
      intended: { scheduled: stats.intended.scheduled, times: allResponseTimesOf(stats.intended) },
    }),
    meanLatencyMs: meanMs(stats.latencySumUs, stats),
    meanConnectMs: meanMs(stats.connectSumUs, stats),
    requestsPerMinute,
    // A run shorter than a bucket would otherwise have a peak below its mean.
    maxRequestsPerMinute: Math.max(perMinute(peak, peakSpanS), requestsPerMinute),
    bytesIn: stats.bytesIn,
    bytesOut: stats.bytesOut,
    codes: responseCodes(stats),
  };
}

/** Figures of each label by name, and of the total under the empty name. */
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

/** Mean of a sum of microseconds; 0 without samples. */
export function meanMs(sumUs: number, stats: LabelStats): number {
  return stats.count === 0 ? 0 : roundTo3(sumUs / stats.count / 1000);
}

function byNameOverflowLast(one: string, other: string): number {
  if (one === overflowLabel || other === overflowLabel) return one === overflowLabel ? 1 : -1;
  return one < other ? -1 : 1;
}

function peakOfLabel(peak: Peak, label: string): number {
  return peak.labels.get(label) ?? 0;
}
