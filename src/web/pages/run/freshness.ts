import type { RunViewResource } from '../../../contract/resources/view.ts';

/** Age in seconds up to which data counts as live: transfer from the node plus the interval of view events, 4 s without new figures. */
const freshS = 8;

type Dated = Pick<RunViewResource, 'phase' | 'figures_at' | 'as_of'>;

/** 'live', or the age of the latest data in seconds; undefined while no data is expected. */
export function freshnessOf(view: Dated, sinceMs: number): 'live' | number | undefined {
  if ((view.phase !== 'running' && view.phase !== 'stopping') || view.figures_at === null) return undefined;
  const ageMs = Date.parse(view.as_of) - Date.parse(view.figures_at) + Math.max(0, sinceMs);
  return ageMs > freshS * 1000 ? Math.round(ageMs / 1000) : 'live';
}
