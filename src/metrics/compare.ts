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
  /** Null without samples to take it from, as is `value`. */
  baseline: number | null;
  value: number | null;
  /** Percent of the baseline; of error_rate, percentage points. Null when there is no baseline to speak of. */
  change: number | null;
  /** Where the true change lies, in the same unit. */
  low: number | null;
  high: number | null;
  verdict: DifferenceVerdict;
}

/** One label, or all together, of one run. */
export interface Measured {
  figures: LabelFigures;
  blocks: readonly Block[];
}

/**
 * How far whole runs of the same thing differ from each other, beyond what their blocks tell: standard deviations of
 * logarithms, and of the error rate in percentage points.
 */
export type RunNoise = Record<ComparedMetric, number>;

/** What is assumed where there are no repeats to learn it from: machines are never quite the same twice. */
export const assumedRunNoise: RunNoise = {
  p50: 0.014,
  mean: 0.014,
  p95: 0.018,
  p99: 0.03,
  throughput: 0.014,
  error_rate: 0.05,
};

/** Changes below this are not worth anybody's time: percent, and for error_rate percentage points. */
const smallest: RunNoise = { p50: 5, mean: 5, p95: 7, p99: 10, throughput: 5, error_rate: 0.1 };

/** How many times what is assumed one or two repeats may make of it. */
const widest = 2;

/** Percentiles of fewer samples, and the noise of fewer blocks, are guesses. */
const fewestSamples = 100;
const fewestBlocks = 5;

export interface CompareOptions {
  random: () => number;
  /** Whose response times; of passed samples if left out. */
  kind?: SampleKind | undefined;
  /** The share of false alarms that is allowed for this one difference. */
  alpha: number;
  runNoise: RunNoise;
}

/** The differences of one label between two runs, each judged against the noise of both. */
export function compareMeasured(baseline: Measured, other: Measured, options: CompareOptions): Difference[] {
  const { kind = 'passed' } = options;
  const isEnough = (of: SampleKind) =>
    [baseline, other].every(
      ({ figures, blocks }) =>
        samplesOfKind(figures, of) >= fewestSamples &&
        blocks.filter(({ stats }) => stats && samplesOfKind(stats, of) > 0).length >= fewestBlocks,
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
  const isClear = (low > 0 || high < 0) && Math.abs(change) >= smallest[metric];
  const isLessBetter = metric !== 'throughput';
  const verdict = !isClear ? 'no_clear_difference' : change < 0 === isLessBetter ? 'better' : 'worse';
  return { ...plain, low, high, verdict };
}

/** Large changes of the error rate are clear by their counts, also where noise or the length of the run left it open. */
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

/** A change of the error rate so large that response times no longer count; they are those of fewer and other samples. */
export function decisiveErrors(differences: readonly Difference[]): 'better' | 'worse' | undefined {
  const errors = differences.find(({ metric }) => metric === 'error_rate');
  if (!errors || Math.abs(errors.change ?? 0) < largeErrorPoints) return undefined;
  return errors.verdict === 'better' || errors.verdict === 'worse' ? errors.verdict : undefined;
}

function errorOf(metric: ComparedMetric, noise: Noise, figures: LabelFigures): number {
  if (metric !== 'error_rate') return noise[metric];
  // A run without failures has blocks without any, yet the next run may have some.
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

/** How far runs of the same thing lie apart, from the differences between each and the next; one outlier does no harm. */
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
    // The median step of a normal spread is 0.6745 of its deviation, and a step has the spread of two runs.
    if (steps.length > 0)
      noise[metric] = Math.max(median(steps) / (0.6745 * Math.SQRT2), assumedRunNoise[metric] / 3);
  }
  return noise;
}

/**
 * From one or two repeats only, whose few differences happen to be small as easily as large, and may as well be a change
 * of the target: they widen what is assumed, never narrow it, and at most so far that 30 % slower still stands out.
 */
export function cautiousRunNoise(repeats: readonly LabelFigures[][], kind: SampleKind = 'passed'): RunNoise {
  const noise = runNoiseOf(repeats, kind);
  for (const metric of comparedMetrics) {
    const assumed = assumedRunNoise[metric];
    noise[metric] = Math.min(Math.max(noise[metric], assumed), widest * assumed);
  }
  return noise;
}

function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
