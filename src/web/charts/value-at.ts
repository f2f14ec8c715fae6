/**
 * The value of a line at a time. At times of other series it is the value of the line's enclosing interval; null before
 * the first and after the last interval.
 */
export function valueAt(
  times: readonly number[],
  values: readonly (number | null | undefined)[],
  index: number,
): number | null {
  const own = lastOwn(values, index);
  if (own === index || own < 0) return values[own] ?? null;
  const isWithin = values.slice(index + 1).some((value) => value !== undefined);
  return isWithin || (times[index] ?? 0) < (times[own] ?? 0) + stepBefore(times, values, own)
    ? (values[own] ?? null)
    : null;
}

/** Interval length, taken from the previous interval. */
function stepBefore(
  times: readonly number[],
  values: readonly (number | null | undefined)[],
  own: number,
): number {
  const before = lastOwn(values, own - 1);
  return before < 0 ? 0 : (times[own] ?? 0) - (times[before] ?? 0);
}

function lastOwn(values: readonly (number | null | undefined)[], from: number): number {
  for (let index = from; index >= 0; index -= 1) if (values[index] !== undefined) return index;
  return -1;
}
