/**
 * How long this service has processed heartbeats without interruption. Node timeouts start no earlier than that, because
 * heartbeats sent while the service or its database was down, suspended or stalled are lost.
 */
export interface Heartbeats {
  uninterruptedMs(): number;
  /** Called about once a second by a running service. */
  tick(): void;
  /** Heartbeats were lost: restarts the measurement. */
  interrupted(): void;
}

/** A longer gap between two ticks is an interruption. */
const maxGapMs = 5_000;

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
      // Suspend and clock changes are visible in the wall clock only.
      if (gapMs > maxGapMs) interrupted();
      last = now;
    },
  };
}
