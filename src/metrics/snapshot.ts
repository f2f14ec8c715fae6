import type { IntendedTimes } from './intended-times.ts';
import type { LabelStats } from './label-stats.ts';

/** For tests: labels as plain values for deepEqual, independent of order. */
export function snapshot(labels: ReadonlyMap<string, LabelStats>): Record<string, unknown> {
  return Object.fromEntries(
    [...labels].map(([label, { errors, intended, ...measured }]) => [
      label,
      {
        ...timesOf(measured),
        errors: Object.fromEntries(errors),
        ...(intended && { intended: timesOf({ ...intended }) }),
      },
    ]),
  );
}

type Times = Pick<IntendedTimes, 'passedHistogram' | 'failedHistogram' | 'sumSquares'>;

function timesOf({ passedHistogram, failedHistogram, sumSquares, ...sums }: Times): Record<string, unknown> {
  return {
    ...sums,
    // Above 2^53, the last digits depend on the order of additions.
    sumSquares: sumSquares.toPrecision(12),
    passed: [...passedHistogram.buckets()],
    failed: [...failedHistogram.buckets()],
  };
}
