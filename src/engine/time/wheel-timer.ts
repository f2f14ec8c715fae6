/** Decides when a wheel advances. */
export interface WheelTimer {
  /** Calls `turn` once, when an entry may be due. No effect while started. `firstDueMs`: due time of the next entry. */
  start(turn: () => void, firstDueMs: () => number): void;
  stop(): void;
}

/** Advances a wheel every millisecond of real time. */
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
