import type { SeriesInput } from '../../contract/inputs.ts';
import type { Past, Point } from './history.ts';

/** So many of the latest coarse points are read second by second instead: they may still change, and are shown. */
const recentPoints = 2;

/** What a run measured before somebody joined it, without its every second; undefined for one that is young. */
export async function readPast(
  read: (input: SeriesInput) => Promise<readonly Point[]>,
): Promise<Past | undefined> {
  const points = (await read({ resolution: 300 })).slice(0, -recentPoints);
  const [first] = points;
  if (first === undefined) return undefined;
  const beginning = await read({ resolution: 1, from: first.time, to: first.time + first.span });
  return { points, firstS: beginning[0]?.time ?? first.time };
}
