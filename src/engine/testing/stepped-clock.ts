import type { Clock } from '../time/clock.ts';
import type { WheelTimer } from '../time/wheel-timer.ts';

/** Idle turns of the event loop before time advances. */
const quietTurns = 8;

/** Time that advances only in steps to the next entry of the wheel, for plans without I/O: all times are exact. */
export class SteppedClock implements Clock {
  #nowMs: number;

  constructor(startMs = 1_700_000_000_000) {
    this.#nowMs = startMs;
  }

  readonly nowMs = (): number => this.#nowMs;
  readonly cachedNowMs = (): number => this.#nowMs;

  readonly wheelTimer = (isIdle: () => boolean): WheelTimer => {
    let immediate: NodeJS.Immediate | undefined;
    return {
      start: (turn, firstDueMs) => {
        if (immediate) {
          return;
        }
        let quiet = 0;
        const look = () => {
          quiet = isIdle() ? quiet + 1 : 0;
          if (quiet <= quietTurns) {
            immediate = setImmediate(look);
            return;
          }
          immediate = undefined;
          this.#nowMs = Math.max(this.#nowMs, firstDueMs());
          turn();
        };
        immediate = setImmediate(look);
      },
      stop: () => {
        clearImmediate(immediate);
        immediate = undefined;
      },
    };
  };

  stop(): void {}
}
