import type { RunViewResource } from '../../../contract/resources/view.ts';

type Timed = Pick<RunViewResource, 'phase' | 'elapsed' | 'remaining'>;

/** How far the run is, so long after the service said it; by its clock, whatever that of the browser says. */
export function timeNow(
  { phase, elapsed, remaining }: Timed,
  sinceMs: number,
): { elapsedS: number | null; remainingS: number | null } {
  // After the load has ended the time stands still.
  const moreS = phase === 'running' || phase === 'stopping' ? Math.floor(Math.max(0, sinceMs) / 1000) : 0;
  return {
    elapsedS: elapsed === null ? null : elapsed + moreS,
    remainingS: remaining === null ? null : Math.max(0, remaining - moreS),
  };
}
