import type { ChartColumns } from '../../../contract/resources/view.ts';

/** Seconds that a node's samples may be late behind those of another. */
const reachS = 6;

/**
 * A live chart without what came early: latest points behind a gap wait until what belongs between is there, or has
 * stayed away for so long that it is a gap indeed.
 */
export function withoutIslands(columns: ChartColumns): ChartColumns {
  const { time, passed } = columns;
  const last = time.at(-1) ?? 0;
  let end = time.length;
  for (let index = time.length - 1; index > 0 && last - (time[index] ?? 0) < reachS; index -= 1)
    if (passed[index] == null) end = index;
  if (end === time.length) return columns;
  return Object.fromEntries(
    Object.entries(columns).map(([name, values]) => [name, values.slice(0, end)]),
  ) as ChartColumns;
}
