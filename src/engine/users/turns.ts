/** Then answers that have arrived get their turn, and timers that are due. */
const sliceMs = 5;

/**
 * Those who could go on at once but let others go first, in the order in which they came. However many there are, the
 * event loop is never held up for longer than a slice and whatever the last of it does.
 */
export class Turns<T> {
  readonly #nowMs: () => number;
  readonly #take: (each: T) => void;
  #waiting: T[] = [];
  #next = 0;
  #isSet = false;

  constructor(nowMs: () => number, take: (each: T) => void) {
    this.#nowMs = nowMs;
    this.#take = take;
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
    // Who comes while these have their turn has it the next time.
    const end = this.#waiting.length;
    const endsAtMs = this.#nowMs() + sliceMs;
    while (this.#next < end && this.#nowMs() < endsAtMs) {
      const each = this.#waiting[this.#next] as T;
      this.#next += 1;
      this.#take(each);
    }
    this.#waiting.splice(0, this.#next);
    this.#next = 0;
    if (this.#waiting.length > 0) {
      this.#set();
    }
  };
}
