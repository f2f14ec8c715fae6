import { performance } from 'node:perf_hooks';
import type { Clock } from '../time/clock.ts';
import { RealWheelTimer } from '../time/wheel-timer.ts';

const checkEveryMs = 10_000;
/** Drift is corrected in steps that do not distort samples. */
const largestStepMs = 1;

/** Wall clock with sub-millisecond resolution, from the monotonic clock. Imported, because the global `performance` is slower to access. */
export class EngineClock implements Clock {
  #offsetMs = measure();
  readonly #timer = setInterval(() => this.#follow(), checkEveryMs).unref();
  #cachedNowMs = 0;

  readonly nowMs = (): number => {
    this.#cachedNowMs = performance.now() + this.#offsetMs;
    return this.#cachedNowMs;
  };

  readonly cachedNowMs = (): number => this.#cachedNowMs;

  readonly wheelTimer = () => new RealWheelTimer();

  #follow(): void {
    // Date.now() truncates to milliseconds: add half of one.
    const driftMs = Date.now() + 0.5 - this.nowMs();
    if (Math.abs(driftMs) > largestStepMs) {
      this.#offsetMs += Math.sign(driftMs) * largestStepMs;
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** Reads both clocks just as the wall clock ticks. */
function measure(): number {
  const before = Date.now();
  let now = before;
  while (now === before) {
    now = Date.now();
  }
  return now - performance.now();
}
