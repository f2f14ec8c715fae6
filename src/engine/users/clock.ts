import type { WheelTimer } from './wheel-timer.ts';

/** The time of a run, and the timer of its wheel. */
export interface Clock {
  /** Epoch milliseconds, with fractions. */
  readonly nowMs: () => number;
  /** The result of the last `nowMs`. */
  readonly cachedNowMs: () => number;
  /** `isIdle`: all users wait for the wheel or for each other, and nothing is under way outside the engine. */
  readonly wheelTimer: (isIdle: () => boolean) => WheelTimer;
  stop(): void;
}
