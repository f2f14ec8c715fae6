/** A sort as it stands in an address: `p95` from the lowest, `-p95` from the highest. */
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

/** For tables whose rows are all here. Rows without a value come last whichever way. */
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
