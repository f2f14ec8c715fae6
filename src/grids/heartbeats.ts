/**
 * Since when this service can hear nodes. Their silence, and every wait for them, counts from there at the earliest: what
 * they said while the service or its database was away, asleep or busy went unheard, and they will say it again.
 */
export interface Heartbeats {
  uninterruptedMs(): number;
  /** Called about every second while all is well. */
  tick(): void;
  /** Something was not heard; all counts from now. */
  interrupted(): void;
}

/** A gap between two ticks that is longer than this was an interruption. */
const longestGapMs = 5_000;

export function createHeartbeats(
  wallMs: () => number = Date.now,
  steadyMs: () => number = () => performance.now(),
): Heartbeats {
  let sinceMs = steadyMs();
  let last = { wall: wallMs(), steady: sinceMs };

  function interrupted(): void {
    sinceMs = steadyMs();
  }

  return {
    uninterruptedMs: () => steadyMs() - sinceMs,
    interrupted,
    tick() {
      const now = { wall: wallMs(), steady: steadyMs() };
      const gapMs = Math.max(now.steady - last.steady, Math.abs(now.wall - last.wall));
      // A machine that slept, or whose clock was set, shows in the wall clock alone.
      if (gapMs > longestGapMs) interrupted();
      last = now;
    },
  };
}
