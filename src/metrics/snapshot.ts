import type { LabelStats } from './label-stats.ts';

/** For tests: labels as plain values that deepEqual can compare, whatever order they were put together in. */
export function snapshot(labels: ReadonlyMap<string, LabelStats>): Record<string, unknown> {
  return Object.fromEntries(
    [...labels].map(([label, stats]) => {
      const { passedHistogram, failedHistogram, sumSquares, errors, ...sums } = stats;
      return [
        label,
        {
          ...sums,
          // Beyond 2^53 the order of additions shows in the last digits.
          sumSquares: sumSquares.toPrecision(12),
          passed: [...passedHistogram.buckets()],
          failed: [...failedHistogram.buckets()],
          errors: Object.fromEntries(errors),
        },
      ];
    }),
  );
}
