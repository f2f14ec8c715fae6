import { type SampleKind, samplesOfKind } from '../domain/sample-kind.ts';
import { studentQuantile } from '../lib/quantiles.ts';
import { type Block, type Noise, noiseOf } from './block-noise.ts';
import { largeErrorPoints, plainErrorChange } from './error-change.ts';
import type { LabelFigures } from './figures.ts';

export const comparedMetrics = ['p50', 'p95', 'p99', 'mean', 'error_rate', 'throughput'] as const;
export type ComparedMetric = (typeof comparedMetrics)[number];

export function isResponseTime(metric: ComparedMetric): boolean {
  return metric !== 'error_rate' && metric !== 'throughput';
}

export type DifferenceVerdict = 'better' | 'worse' | 'no_clear_difference' | 'too_few_samples';

export interface Difference {
  metric: ComparedMetric;
  /** Null without samples, like `value`. */
  baseline: number | null;
  value: number | null;
  /** Percent of the baseline; percentage points for error_rate. Null without a baseline value. */
  change: number | null;
  /** Confidence interval of the change, in the same unit. */
  low: number | null;
  high: number | null;
  verdict: DifferenceVerdict;
}

/** One label, or all labels together, of one run. */
export interface Measured {
  figures: LabelFigures;
  blocks: readonly Block[];
}

/**
 * Run-to-run variation beyond the noise within a run: standard deviations of logarithms, and of the error rate in
 * percentage points.
 */
export type RunNoise = Record<ComparedMetric, number>;

/** Default without repeats to estimate it from. */
export const assumedRunNoise: RunNoise = {
  p50: 0.014,
  mean: 0.014,
  p95: 0.018,
  p99: 0.03,
  throughput: 0.014,
  error_rate: 0.05,
};

/** Smaller changes are never reported: percent, percentage points for error_rate. */
const minChange: RunNoise = { p50: 5, mean: 5, p95: 7, p99: 10, throughput: 5, error_rate: 0.1 };

/** Maximum factor by which one or two repeats may widen the default. */
const maxWidening = 2;

/** Minimum sample and block counts for a verdict. */
const minSamples = 100;
const minBlocks = 5;

export interface CompareOptions {
  random: () => number;
  /** Samples whose response times are compared; default: passed. */
  kind?: SampleKind | undefined;
  /** False positive rate of one difference. */
  alpha: number;
  runNoise: RunNoise;
}

/** Differences of one label between two runs, tested against the noise of both. */
export function compareMeasured(baseline: Measured, other: Measured, options: CompareOptions): Difference[] {
  const { kind = 'passed' } = options;
  const isEnough = (of: SampleKind) =>
    [baseline, other].every(
      ({ figures, blocks }) =>
        samplesOfKind(figures, of) >= minSamples &&
        blocks.filter(({ stats }) => stats && samplesOfKind(stats, of) > 0).length >= minBlocks,
    );
  if (!isEnough('all'))
    return comparedMetrics.map((metric) =>
      withPlainErrors(plainDifference(metric, baseline, other, kind), baseline, other, options.alpha),
    );
  const noises = [
    noiseOf(baseline.blocks, options.random, kind),
    noiseOf(other.blocks, options.random, kind),
  ] as const;
  const degrees = baseline.blocks.length + other.blocks.length - 2;
  const reach = studentQuantile(1 - options.alpha / 2, degrees);
  const areTimesEnough = isEnough(kind);
  return comparedMetrics.map((metric) => {
    const plain = plainDifference(metric, baseline, other, kind);
    if (isResponseTime(metric) && !areTimesEnough) return plain;
    const error = Math.hypot(
      errorOf(metric, noises[0], baseline.figures),
      errorOf(metric, noises[1], other.figures),
      Math.SQRT2 * options.runNoise[metric],
    );
    return withPlainErrors(judged(plain, reach * error), baseline, other, options.alpha);
  });
}

function plainDifference(
  metric: ComparedMetric,
  baseline: Measured,
  other: Measured,
  kind: SampleKind,
): Difference {
  const before = valueOfMetric(metric, baseline.figures, kind);
  const after = valueOfMetric(metric, other.figures, kind);
  return {
    metric,
    baseline: before,
    value: after,
    change: changeOf(metric, before, after),
    low: null,
    high: null,
    verdict: 'too_few_samples',
  };
}

function changeOf(metric: ComparedMetric, before: number | null, after: number | null): number | null {
  if (before === null || after === null) return null;
  if (metric === 'error_rate') return after - before;
  return before > 0 ? (after / before - 1) * 100 : null;
}

function judged(plain: Difference, reach: number): Difference {
  const { metric, baseline: before, value: after, change } = plain;
  if (before === null || after === null || change === null || !Number.isFinite(reach)) return plain;
  if (metric !== 'error_rate' && after <= 0) return plain;
  const [low, high] =
    metric === 'error_rate'
      ? [change - reach, change + reach]
      : [
          (Math.exp(Math.log(after / before) - reach) - 1) * 100,
          (Math.exp(Math.log(after / before) + reach) - 1) * 100,
        ];
  const isClear = (low > 0 || high < 0) && Math.abs(change) >= minChange[metric];
  const isLessBetter = metric !== 'throughput';
  const verdict = !isClear ? 'no_clear_difference' : change < 0 === isLessBetter ? 'better' : 'worse';
  return { ...plain, low, high, verdict };
}

/** Adds verdicts for large changes of the error rate, which the counts alone prove. */
function withPlainErrors(
  difference: Difference,
  baseline: Measured,
  other: Measured,
  alpha: number,
): Difference {
  const { metric, verdict, change } = difference;
  if (metric !== 'error_rate' || verdict === 'better' || verdict === 'worse') return difference;
  const bounds = plainErrorChange(baseline.figures, other.figures, alpha);
  return bounds ? { ...difference, ...bounds, verdict: (change ?? 0) > 0 ? 'worse' : 'better' } : difference;
}

/** Verdict of a change of the error rate that is large enough to override response times. */
export function decisiveErrors(differences: readonly Difference[]): 'better' | 'worse' | undefined {
  const errors = differences.find(({ metric }) => metric === 'error_rate');
  if (!errors || Math.abs(errors.change ?? 0) < largeErrorPoints) return undefined;
  return errors.verdict === 'better' || errors.verdict === 'worse' ? errors.verdict : undefined;
}

function errorOf(metric: ComparedMetric, noise: Noise, figures: LabelFigures): number {
  if (metric !== 'error_rate') return noise[metric];
  // Blocks without failures do not prove an error rate of 0.
  const count = figures.passed + figures.failed;
  const share = (figures.failed + 1) / (count + 2);
  return Math.hypot(noise.errorRate, 100 * Math.sqrt((share * (1 - share)) / count));
}

function valueOfMetric(metric: ComparedMetric, figures: LabelFigures, kind: SampleKind): number | null {
  const count = figures.passed + figures.failed;
  switch (metric) {
    case 'p50':
    case 'p95':
    case 'p99':
      return figures.times[kind]?.percentilesMs[metric.slice(1)] ?? null;
    case 'mean':
      return figures.times[kind]?.meanMs ?? null;
    case 'error_rate':
      return count === 0 ? 0 : (figures.failed * 100) / count;
    case 'throughput':
      return figures.requestsPerMinute / 60;
  }
}

/** Robust estimate of the run-to-run variation from the differences of consecutive repeats. */
export function runNoiseOf(repeats: readonly LabelFigures[][], kind: SampleKind = 'passed'): RunNoise {
  const noise = { ...assumedRunNoise };
  for (const metric of comparedMetrics) {
    const steps: number[] = [];
    for (const series of repeats) {
      for (let at = 1; at < series.length; at++) {
        const [one, next] = [series[at - 1], series[at]].map((each) =>
          each ? valueOfMetric(metric, each, kind) : null,
        );
        if (one == null || next == null) continue;
        if (metric === 'error_rate') steps.push(Math.abs(next - one));
        else if (one > 0 && next > 0) steps.push(Math.abs(Math.log(next / one)));
      }
    }
    // The median absolute deviation is 0.6745 σ, and a difference has the variance of two runs.
    if (steps.length > 0)
      noise[metric] = Math.max(median(steps) / (0.6745 * Math.SQRT2), assumedRunNoise[metric] / 3);
  }
  return noise;
}

/**
 * Estimate from one or two repeats. Because few differences are unreliable, they only widen the default, and only so far
 * that a slowdown of 30 % is still detected.
 */
export function cautiousRunNoise(repeats: readonly LabelFigures[][], kind: SampleKind = 'passed'): RunNoise {
  const noise = runNoiseOf(repeats, kind);
  for (const metric of comparedMetrics) {
    const assumed = assumedRunNoise[metric];
    noise[metric] = Math.min(Math.max(noise[metric], assumed), maxWidening * assumed);
  }
  return noise;
}

function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
