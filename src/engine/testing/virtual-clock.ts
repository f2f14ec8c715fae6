import type { Clock } from '../time/clock.ts';
import type { WheelTimer } from '../time/wheel-timer.ts';
import { steadyTime } from './steady-time.ts';

/**
 * Idle turns of the event loop before time is skipped. Each turn polls the sockets and runs `setImmediate` callbacks,
 * so that data written by a loopback server of this process has arrived by then.
 */
const quietTurns = 8;

/**
 * The clock of a test run: flows with steady time while the engine works or waits for I/O, and skips to the next
 * entry of the wheel when the engine is idle.
 */
export class VirtualClock implements Clock {
  readonly #release = steadyTime.hold();
  #aheadMs: number;
  #cachedNowMs: number;
  #skippedMs = 0;

  constructor(startMs = Date.now()) {
    this.#aheadMs = startMs - steadyTime.nowMs();
    this.#cachedNowMs = startMs;
  }

  readonly nowMs = (): number => {
    this.#cachedNowMs = steadyTime.nowMs() + this.#aheadMs;
    return this.#cachedNowMs;
  };

  readonly cachedNowMs = (): number => this.#cachedNowMs;

  get skippedMs(): number {
    return this.#skippedMs;
  }

  skipTo(ms: number): void {
    const leftMs = Math.max(0, ms - this.nowMs());
    this.#aheadMs += leftMs;
    this.#skippedMs += leftMs;
  }

  readonly wheelTimer = (isIdle: () => boolean): WheelTimer =>
    new VirtualWheelTimer(this, () => isIdle() && !steadyTime.hasActions);

  stop(): void {
    this.#release();
  }
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
