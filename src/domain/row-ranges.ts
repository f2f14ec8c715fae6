/** Rows of a data file from the first number up to and excluding the second; rows count from 0, without the header. */
export type RowRange = [from: number, to: number];

/** Rows of a data file that an execution used, as the agent reports it. */
export interface UsedRows {
  file: string;
  used: number;
}

/** What happened to the rows of a leased data file, in the receipt of a run. */
export interface RowReceipt {
  file: string;
  rows: number;
  /** Rows that the load generators read. */
  used: number;
  /** Rows that ended executions had leased and not read; others could lease them. */
  returned: number;
  /** Rows that lost nodes had leased and may have read; they are not leased again. */
  lost: number;
  /** Rows that were free at the end. */
  left: number;
}

export function countRows(ranges: readonly RowRange[]): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0);
}

/** Splits ranges into their first `count` rows and the rest. */
export function takeRows(
  ranges: readonly RowRange[],
  count: number,
): { taken: RowRange[]; rest: RowRange[] } {
  const taken: RowRange[] = [];
  const rest: RowRange[] = [];
  let missing = count;
  for (const [from, to] of ranges) {
    const split = Math.min(to, from + missing);
    if (split > from) taken.push([from, split]);
    if (split < to) rest.push([split, to]);
    missing -= split - from;
  }
  return { taken, rest };
}

/** In ascending order, adjacent ranges merged. */
export function joinRows(ranges: readonly RowRange[]): RowRange[] {
  const joined: RowRange[] = [];
  for (const range of ranges.toSorted(([one], [other]) => one - other)) {
    const last = joined.at(-1);
    if (last && last[1] === range[0]) joined[joined.length - 1] = [last[0], range[1]];
    else joined.push(range);
  }
  return joined;
}

/**
 * Rows to add to the lease of one execution: at most half of its share of the free rows, so that the executions reach the
 * end of the file at about the same time.
 */
export function rowsToLease(missing: number, free: number, executions: number): number {
  return Math.min(missing, Math.ceil(free / (2 * Math.max(1, executions))));
}
