import type { WheelTimer } from './wheel-timer.ts';

/** The clock of a run and the timer of its wheel. */
export interface Clock {
  /** Epoch milliseconds, with fractions. */
  readonly nowMs: () => number;
  /** The result of the last `nowMs`. */
  readonly cachedNowMs: () => number;
  /** `isIdle`: every user waits for the wheel or for another user, and no I/O is pending. */
  readonly wheelTimer: (isIdle: () => boolean) => WheelTimer;
  stop(): void;
}
