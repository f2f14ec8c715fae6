import { performance } from 'node:perf_hooks';
import type { Clock } from '../users/clock.ts';
import { RealWheelTimer } from '../users/wheel-timer.ts';

const checkEveryMs = 10_000;
/** The wall clock is followed in steps that no sample notices. */
const largestStepMs = 1;

/** The wall clock with the fractions of the steady one. The global `performance` would be looked for with each call. */
export class EngineClock implements Clock {
  #offsetMs = measure();
  readonly #timer = setInterval(() => this.#follow(), checkEveryMs).unref();
  #cachedNowMs = 0;

  readonly nowMs = (): number => {
    this.#cachedNowMs = performance.now() + this.#offsetMs;
    return this.#cachedNowMs;
  };

  /** As it was when somebody looked last: users have their turns one after another, and each look costs. */
  readonly cachedNowMs = (): number => this.#cachedNowMs;

  readonly wheelTimer = () => new RealWheelTimer();

  #follow(): void {
    // The wall clock shows whole milliseconds, so half of one is no difference.
    const driftMs = Date.now() + 0.5 - this.nowMs();
    if (Math.abs(driftMs) > largestStepMs) {
      this.#offsetMs += Math.sign(driftMs) * largestStepMs;
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** Looks at both clocks just as the wall clock moves on. */
function measure(): number {
  const before = Date.now();
  let now = before;
  while (now === before) {
    now = Date.now();
  }
  return now - performance.now();
}
