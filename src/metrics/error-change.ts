import { normalQuantile } from '../lib/quantiles.ts';
import type { LabelFigures } from './figures.ts';

/** With so many samples in both runs, a change of so many percentage points is one, however the failures are spread. */
const fewestSamples = 1000;
export const largeErrorPoints = 10;

/**
 * The change of the error rate in percentage points, with where it lies by the counts alone; undefined unless there are
 * thousands of samples and the change is large. Neither noise between blocks nor response times can explain that away.
 */
export function plainErrorChange(
  baseline: LabelFigures,
  other: LabelFigures,
  alpha: number,
): { low: number; high: number } | undefined {
  const [one, two] = [baseline, other].map(({ passed, failed }) => {
    const count = passed + failed;
    // One more of each: a share of 0 or 1 among some samples is not exactly that.
    const share = (failed + 1) / (count + 2);
    return { count, rate: (failed * 100) / count, variance: (share * (1 - share)) / count };
  });
  if (!one || !two || one.count < fewestSamples || two.count < fewestSamples) return undefined;
  const change = two.rate - one.rate;
  const reach = normalQuantile(1 - alpha / 2) * 100 * Math.sqrt(one.variance + two.variance);
  if (Math.abs(change) < largeErrorPoints || reach >= Math.abs(change)) return undefined;
  return { low: change - reach, high: change + reach };
}
