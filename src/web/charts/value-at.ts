/**
 * The value that a line has at a moment. At moments that only other lines have, it is that of the line's own interval
 * around it; before its first and after its last interval there is none.
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

/** The interval before was as long as this one is. */
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
