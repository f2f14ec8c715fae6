import { normalQuantile } from '../lib/quantiles.ts';
import type { LabelFigures } from './figures.ts';

/** Minimum number of samples in both runs, and of percentage points, for a change proven by counts alone. */
const minSamples = 1000;
export const largeErrorPoints = 10;

/**
 * Change of the error rate in percentage points with its confidence interval from counts alone; undefined unless there
 * are enough samples and the change is large.
 */
export function plainErrorChange(
  baseline: LabelFigures,
  other: LabelFigures,
  alpha: number,
): { low: number; high: number } | undefined {
  const [one, two] = [baseline, other].map(({ passed, failed }) => {
    const count = passed + failed;
    // Laplace smoothing, because an observed share of 0 or 1 is not exact.
    const share = (failed + 1) / (count + 2);
    return { count, rate: (failed * 100) / count, variance: (share * (1 - share)) / count };
  });
  if (!one || !two || one.count < minSamples || two.count < minSamples) return undefined;
  const change = two.rate - one.rate;
  const reach = normalQuantile(1 - alpha / 2) * 100 * Math.sqrt(one.variance + two.variance);
  if (Math.abs(change) < largeErrorPoints || reach >= Math.abs(change)) return undefined;
  return { low: change - reach, high: change + reach };
}
