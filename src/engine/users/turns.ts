const usualSliceMs = 5;

export interface TurnOptions {
  /** Then answers that have arrived get their turn, and timers that are due. */
  sliceMs?: number;
  /** Looking at the clock takes time, too. */
  turnsBetweenLooks?: number;
  /** Called for each slice, with what takes the turns of it. */
  around?(takeTurns: () => void): void;
}

/**
 * Those who could go on at once but let others go first, in the order in which they came. However many there are, the
 * event loop is never held up for longer than a slice and whatever the last of it does.
 */
export class Turns<T> {
  readonly #nowMs: () => number;
  readonly #take: (each: T) => void;
  readonly #options: TurnOptions;
  #waiting: T[] = [];
  #next = 0;
  #isSet = false;

  constructor(nowMs: () => number, take: (each: T) => void, options: TurnOptions = {}) {
    this.#nowMs = nowMs;
    this.#take = take;
    this.#options = options;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  add(each: T): void {
    this.#waiting.push(each);
    this.#set();
  }

  #set(): void {
    if (!this.#isSet) {
      this.#isSet = true;
      setImmediate(this.#go);
    }
  }

  readonly #go = (): void => {
    this.#isSet = false;
    const { around } = this.#options;
    try {
      if (around) {
        around(this.#takeTurns);
      } else {
        this.#takeTurns();
      }
    } finally {
      // Whoever has had their turn is let go, however many still wait.
      this.#waiting.splice(0, this.#next);
      this.#next = 0;
      if (this.#waiting.length > 0) {
        this.#set();
      }
    }
  };

  readonly #takeTurns = (): void => {
    const { sliceMs = usualSliceMs, turnsBetweenLooks = 1 } = this.#options;
    // Who comes while these have their turn has it the next time.
    const end = this.#waiting.length;
    const endsAtMs = this.#nowMs() + sliceMs;
    while (this.#next < end) {
      const each = this.#waiting[this.#next] as T;
      this.#next += 1;
      this.#take(each);
      if (this.#next % turnsBetweenLooks === 0 && this.#nowMs() >= endsAtMs) {
        return;
      }
    }
  };
}
