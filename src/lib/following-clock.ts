import type { Clock } from './clock.ts';

/** Bounds of another clock's time minus the steady one. */
export type OffsetRange = readonly [fromMs: number, toMs: number];

/** How much slower the clock runs while it is ahead. */
const slowdown = 0.5;

/**
 * A steady clock that follows another one by measurements. It never goes backwards: when it is ahead, it runs at half speed
 * until it is right. When it is behind, it is set forward at once.
 */
export class FollowingClock implements Clock {
  readonly #steady: Clock;
  #offsetMs: number;
  #measuredAtMs = 0;
  #aheadMs = 0;

  constructor(steady: Clock, [fromMs, toMs]: OffsetRange) {
    this.#steady = steady;
    this.#offsetMs = (fromMs + toMs) / 2;
  }

  nowMs(): number {
    const steadyMs = this.#steady.nowMs();
    const aheadMs = Math.max(0, this.#aheadMs - (steadyMs - this.#measuredAtMs) * slowdown);
    return steadyMs + this.#offsetMs + aheadMs;
  }

  /** Applies the smallest correction that is consistent with the measurement. Returns it: negative when the clock was ahead. */
  follow([fromMs, toMs]: OffsetRange): number {
    const nowMs = this.nowMs();
    const steadyMs = this.#steady.nowMs();
    const before = this.#offsetMs;
    this.#offsetMs = Math.min(Math.max(before, fromMs), toMs);
    this.#measuredAtMs = steadyMs;
    this.#aheadMs = Math.max(0, nowMs - steadyMs - this.#offsetMs);
    return this.#offsetMs - before;
  }
}
