/** Source of time, replaceable in tests. */
export interface Clock {
  nowMs(): number;
}

export const systemClock: Clock = { nowMs: () => Date.now() };

/** Never jumps: the time of day at the start of the process, plus the time since. */
export const steadyClock: Clock = { nowMs: () => performance.timeOrigin + performance.now() };

/**
 * A moment of the clock of this machine, which may be changed, in steady time. The steady clock is read last: when the
 * process has to wait between the two, the result is late, never early.
 */
export const toSteadyMs = (atMs: number): number => atMs - systemClock.nowMs() + steadyClock.nowMs();
