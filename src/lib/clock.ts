/** Source of time, replaceable in tests. */
export interface Clock {
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };

/** Never jumps: the time of day at the start of the process, plus the time since. */
export const steadyClock: Clock = { nowMs: () => performance.timeOrigin + performance.now() };

/**
 * Converts a time of this machine's adjustable clock to steady time. The steady clock is read last: if the process is
 * suspended in between, the result is late, never early.
 */
export const toSteadyMs = (atMs: number): number => atMs - systemClock.nowMs() + steadyClock.nowMs();
