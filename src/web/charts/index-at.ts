/** Index of the last time not after `at`; 0 if all are later. */
export function indexAt(times: readonly number[], at: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
