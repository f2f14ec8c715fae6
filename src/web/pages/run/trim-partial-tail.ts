import type { ChartColumns } from '../../../contract/resources/view.ts';

/** Maximum delay between nodes, in seconds. */
const reachS = 6;

/**
 * Removes the latest points of a live chart that follow a gap: intervals of slower nodes may still arrive. After the
 * maximum delay the gap is drawn.
 */
export function trimPartialTail(columns: ChartColumns): ChartColumns {
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
