import type { RunViewResource } from '../../../contract/resources/view.ts';

/** Figures take some seconds from a node to the page, and are asked for every four at the latest. */
const freshS = 8;

type Dated = Pick<RunViewResource, 'phase' | 'figures_at' | 'as_of'>;

/** Whether figures arrive: live, or for how many seconds none have; undefined while none are expected. */
export function freshnessOf(view: Dated, sinceMs: number): 'live' | number | undefined {
  if ((view.phase !== 'running' && view.phase !== 'stopping') || view.figures_at === null) return undefined;
  const ageMs = Date.parse(view.as_of) - Date.parse(view.figures_at) + Math.max(0, sinceMs);
  return ageMs > freshS * 1000 ? Math.round(ageMs / 1000) : 'live';
}
