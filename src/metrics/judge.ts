import type { Threshold, ThresholdMetric, ThresholdOperator, ThresholdResult } from '../domain/threshold.ts';
import { thresholdResult } from '../domain/threshold-words.ts';
import { apdexOf } from './apdex.ts';
import { durationOf, totalOf } from './figures.ts';
import { LabelStats } from './label-stats.ts';
import { percentileMs, responseTimesOf } from './response-times.ts';
import type { Rollup } from './rollup.ts';

/** Evaluates thresholds with the functions of the report. Without samples, every threshold fails once the run has ended. */
export function judge(
  rollup: Rollup,
  thresholds: readonly Threshold[],
  apdexThresholdMs: number,
  { isOver = true }: { isOver?: boolean } = {},
): ThresholdResult[] {
  if (thresholds.length === 0) return [];
  const total = totalOf(rollup);
  const durationS = durationOf(rollup);
  return thresholds.map((threshold) => {
    const stats = threshold.label === null ? total : rollup.labels.get(threshold.label);
    if (stats === undefined || stats.count === 0) {
      const reason = isOver ? 'no samples' : 'no samples yet';
      return thresholdResult(threshold, { passed: isOver ? false : null, actual: null, reason });
    }
    return judgeOne(threshold, stats, durationS, apdexThresholdMs);
  });
}

/**
 * Whether the condition holds in one second, and its value; null without samples of its kind. Without samples, rates
 * and counts are 0.
 */
export function judgeSecond(
  rollup: Rollup,
  { label, metric, operator, limit }: Threshold,
  apdexThresholdMs: number,
): { holds: boolean; actual: number } | null {
  const stats = label === null ? totalOf(rollup) : (rollup.labels.get(label) ?? new LabelStats());
  if (stats.count === 0 && !isAmount(metric)) return null;
  const actual = figureOf(metric, stats, 1, apdexThresholdMs);
  return actual === null ? null : { holds: holds(actual, operator, limit), actual };
}

function isAmount(metric: ThresholdMetric): boolean {
  switch (metric.kind) {
    case 'throughput':
    case 'count':
    case 'bytes_in':
    case 'bytes_out':
      return true;
    case 'errors':
      return metric.of === 'count';
    default:
      return false;
  }
}

function judgeOne(
  threshold: Threshold,
  stats: LabelStats,
  durationS: number,
  apdexThresholdMs: number,
): ThresholdResult {
  const actual = figureOf(threshold.metric, stats, durationS, apdexThresholdMs);
  // Without failed samples, limits on them are met; without passed samples, limits on them are not.
  if (actual === null) {
    const isOfFailed = 'of' in threshold.metric && threshold.metric.of === 'failed';
    return thresholdResult(threshold, {
      passed: isOfFailed,
      actual,
      reason: isOfFailed ? 'no failed samples' : 'no passed samples',
    });
  }
  return thresholdResult(threshold, { passed: !holds(actual, threshold.operator, threshold.limit), actual });
}

function holds(actual: number, operator: ThresholdOperator, limit: number): boolean {
  switch (operator) {
    case '>':
      return actual > limit;
    case '>=':
      return actual >= limit;
    case '<':
      return actual < limit;
    case '<=':
      return actual <= limit;
  }
}

function figureOf(
  metric: ThresholdMetric,
  stats: LabelStats,
  durationS: number,
  apdexThresholdMs: number,
): number | null {
  switch (metric.kind) {
    case 'percentile':
      return percentileMs(stats, metric.percentile, metric.of);
    case 'mean':
      return responseTimesOf(stats, metric.of)?.meanMs ?? null;
    case 'min':
      return responseTimesOf(stats, metric.of)?.minMs ?? null;
    case 'max':
      return responseTimesOf(stats, metric.of)?.maxMs ?? null;
    case 'throughput':
      return stats.count / durationS;
    case 'errors':
      return metric.of === 'count' ? stats.failed : (stats.failed * 100) / stats.count;
    case 'count':
      return stats.count;
    case 'bytes_in':
      return stats.bytesIn;
    case 'bytes_out':
      return stats.bytesOut;
    case 'apdex':
      return apdexOf(stats, apdexThresholdMs) ?? 0;
  }
}
