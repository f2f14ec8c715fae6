export const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);

/** Percentile of sorted numbers; `part` is 0.99 for the 99th. */
export function atPart(numbers: readonly number[], part: number): number {
  return numbers[Math.max(0, Math.ceil(numbers.length * part) - 1)] ?? Number.NaN;
}
