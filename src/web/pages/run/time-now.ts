import type { RunViewResource } from '../../../contract/resources/view.ts';

type Timed = Pick<RunViewResource, 'phase' | 'elapsed' | 'remaining'>;

/** Elapsed and remaining time, extrapolated from the service's clock by the time since the response. */
export function timeNow(
  { phase, elapsed, remaining }: Timed,
  sinceMs: number,
): { elapsedS: number | null; remainingS: number | null } {
  // The time does not advance after the load has ended.
  const moreS = phase === 'running' || phase === 'stopping' ? Math.floor(Math.max(0, sinceMs) / 1000) : 0;
  return {
    elapsedS: elapsed === null ? null : elapsed + moreS,
    remainingS: remaining === null ? null : Math.max(0, remaining - moreS),
  };
}
