/** Decides when a wheel turns next. */
export interface WheelTimer {
  /** Calls `turn` once, when an entry may be due; no effect while set. `firstDueMs`: when the next entry is due. */
  start(turn: () => void, firstDueMs: () => number): void;
  stop(): void;
}

/** RunQueue a wheel every millisecond of real time. */
export class RealWheelTimer implements WheelTimer {
  #timer: NodeJS.Timeout | undefined;

  start(turn: () => void): void {
    this.#timer ??= setTimeout(turn, 1);
  }

  stop(): void {
    if (this.#timer) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
  }
}
