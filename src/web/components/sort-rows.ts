/** Sort order in the query: `p95` is ascending, `-p95` descending. */
export interface Sort {
  key: string;
  isDescending: boolean;
}

export function readSort(text: string): Sort {
  return text.startsWith('-')
    ? { key: text.slice(1), isDescending: true }
    : { key: text, isDescending: false };
}

export function writeSort({ key, isDescending }: Sort): string {
  return isDescending ? `-${key}` : key;
}

/** Client-side sort. Rows without a value come last in both directions. */
export function sortRows<T>(
  rows: readonly T[],
  { key, isDescending }: Sort,
  pick: (row: T, key: string) => string | number | null | undefined,
): T[] {
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [pick(one, key) ?? null, pick(other, key) ?? null];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
    return sign * String(a).localeCompare(String(b), 'en', { numeric: true });
  });
}
