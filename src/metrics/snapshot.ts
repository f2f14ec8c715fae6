import type { LabelStats } from './label-stats.ts';

/** For tests: labels as plain values for deepEqual, independent of order. */
export function snapshot(labels: ReadonlyMap<string, LabelStats>): Record<string, unknown> {
  return Object.fromEntries(
    [...labels].map(([label, stats]) => {
      const { passedHistogram, failedHistogram, sumSquares, errors, ...sums } = stats;
      return [
        label,
        {
          ...sums,
          // Above 2^53, the last digits depend on the order of additions.
          sumSquares: sumSquares.toPrecision(12),
          passed: [...passedHistogram.buckets()],
          failed: [...failedHistogram.buckets()],
          errors: Object.fromEntries(errors),
        },
      ];
    }),
  );
}
