import { performance } from 'node:perf_hooks';
import type { Clock } from '../users/clock.ts';
import type { WheelTimer } from '../users/wheel-timer.ts';

/** Longest real time between two looks at the clock that counts: a stalled machine loses the rest. */
export const longestStepMs = 5;
/**
 * Turns of the event loop that an idle engine is watched for before time is skipped. Each of them polls the sockets and
 * runs what `setImmediate` has set, so what a loopback server of this process has written has arrived by then.
 */
const quietTurns = 8;

/**
 * Time for tests, of one run: flows with real time while the engine works or waits for I/O, and skips to the next entry
 * of the wheel when it is idle. A stall of the machine counts `longestStepMs` at most.
 */
export class VirtualClock implements Clock {
  #nowMs: number;
  #realMs = performance.now();
  #skippedMs = 0;

  constructor(startMs = Date.now()) {
    this.#nowMs = startMs;
  }

  readonly nowMs = (): number => {
    const realMs = performance.now();
    this.#nowMs += Math.min(realMs - this.#realMs, longestStepMs);
    this.#realMs = realMs;
    return this.#nowMs;
  };

  readonly latelyMs = (): number => this.#nowMs;

  get skippedMs(): number {
    return this.#skippedMs;
  }

  skipTo(ms: number): void {
    const aheadMs = ms - this.nowMs();
    if (aheadMs > 0) {
      this.#nowMs = ms;
      this.#skippedMs += aheadMs;
    }
  }

  readonly wheelTimer = (isIdle: () => boolean): WheelTimer => new VirtualWheelTimer(this, isIdle);

  stop(): void {}
}

class VirtualWheelTimer implements WheelTimer {
  readonly #clock: VirtualClock;
  readonly #isIdle: () => boolean;
  #immediate: NodeJS.Immediate | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(clock: VirtualClock, isIdle: () => boolean) {
    this.#clock = clock;
    this.#isIdle = isIdle;
  }

  start(turn: () => void, firstDueMs: () => number): void {
    if (this.#immediate || this.#timer) {
      return;
    }
    let quiet = 0;
    const look = () => {
      this.#immediate = undefined;
      if (!this.#isIdle()) {
        this.#timer = setTimeout(turn, 1);
      } else if (quiet < quietTurns) {
        quiet += 1;
        this.#immediate = setImmediate(look);
      } else {
        this.#clock.skipTo(firstDueMs());
        turn();
      }
    };
    this.#immediate = setImmediate(look);
  }

  stop(): void {
    clearImmediate(this.#immediate);
    clearTimeout(this.#timer);
    this.#immediate = undefined;
    this.#timer = undefined;
  }
}
