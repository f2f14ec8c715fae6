import type { SeriesInput } from '../../contract/inputs.ts';
import type { Past, Point } from './history.ts';

/** Number of the latest coarse points that are loaded as one-second points instead: they are shown and may still change. */
const recentPoints = 2;

/** Totals of a run before watching started, from coarse points; undefined for a young run. */
export async function loadPast(
  read: (input: SeriesInput) => Promise<readonly Point[]>,
): Promise<Past | undefined> {
  const points = (await read({ resolution: 300 })).slice(0, -recentPoints);
  const [first] = points;
  if (first === undefined) return undefined;
  const beginning = await read({ resolution: 1, from: first.time, to: first.time + first.span });
  return { points, firstS: beginning[0]?.time ?? first.time };
}
