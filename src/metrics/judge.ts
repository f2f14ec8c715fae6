import type { Threshold, ThresholdMetric, ThresholdOperator, ThresholdResult } from '../domain/threshold.ts';
import { apdexOf } from './apdex.ts';
import { durationOf, meanMs, percentileMs, totalOf } from './figures.ts';
import type { LabelStats } from './label-stats.ts';
import type { Rollup } from './rollup.ts';

/** Judges a run, or a part of it, by the same functions that make its report. Without a sample every threshold fails, once the run is over. */
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
    if (stats === undefined || stats.count === 0) return withoutSample(threshold, isOver);
    return judgeOne(threshold, stats, durationS, apdexThresholdMs);
  });
}

function withoutSample({ expression, label }: Threshold, isOver: boolean): ThresholdResult {
  const what = `no sample${label === null ? '' : ` with the label ${JSON.stringify(label)}`} to judge by`;
  return isOver
    ? { expression, passed: false, actual: null, text: `There was ${what}.` }
    : { expression, passed: null, actual: null, text: `There is ${what} yet.` };
}

function judgeOne(
  threshold: Threshold,
  stats: LabelStats,
  durationS: number,
  apdexThresholdMs: number,
): ThresholdResult {
  const { expression, label, metric, operator, limit } = threshold;
  const actual = figureOf(metric, stats, durationS, apdexThresholdMs);
  const passed = !holds(actual, operator, limit);
  const what = `${nameOf(metric)}${label === null ? '' : ` of ${JSON.stringify(label)}`}`;
  const be = metric.kind === 'errors' || metric.kind === 'count' ? 'were' : 'was';
  const not = passed ? 'not ' : '';
  const [found, bound] = toldApart(actual, limit);
  const text = `${what} ${be} ${withUnit(metric, found)}, ${not}${words[operator]} ${withUnit(metric, bound)}.`;
  return { expression, passed, actual, text };
}

const words: Record<ThresholdOperator, string> = {
  '>': 'above',
  '>=': 'at or above',
  '<': 'below',
  '<=': 'at or below',
};

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
): number {
  switch (metric.kind) {
    case 'percentile':
      return percentileMs(stats, metric.percentile);
    case 'mean':
      return meanMs(stats.sumUs, stats);
    case 'min':
      return stats.minUs / 1000;
    case 'max':
      return stats.maxUs / 1000;
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

function nameOf(metric: ThresholdMetric): string {
  switch (metric.kind) {
    case 'percentile':
      return `p${metric.percentile}`;
    case 'mean':
    case 'min':
    case 'max':
      return `The ${metric.kind === 'mean' ? 'mean' : metric.kind === 'min' ? 'shortest' : 'longest'} response time`;
    case 'throughput':
      return 'Throughput';
    case 'errors':
      return 'Errors';
    case 'count':
      return 'Requests';
    case 'bytes_in':
      return 'Traffic received';
    case 'bytes_out':
      return 'Traffic sent';
    case 'apdex':
      return 'Apdex';
  }
}

const mostDigits = 12;

/** Both in few digits, but in enough to see which is more. */
function toldApart(actual: number, limit: number): [string, string] {
  for (let more = 0; ; more++) {
    const write = (value: number) =>
      value.toLocaleString('en-US', { maximumFractionDigits: (value < 10 ? 4 : 2) + more });
    const [found, bound] = [write(actual), write(limit)];
    if (found !== bound || actual === limit || more === mostDigits) return [found, bound];
  }
}

function withUnit(metric: ThresholdMetric, number: string): string {
  switch (metric.kind) {
    case 'percentile':
    case 'mean':
    case 'min':
    case 'max':
      return `${number} ms`;
    case 'throughput':
      return `${number} /s`;
    case 'errors':
      return metric.of === 'share' ? `${number} %` : number;
    case 'bytes_in':
    case 'bytes_out':
      return `${number} bytes`;
    case 'count':
    case 'apdex':
      return number;
  }
}
