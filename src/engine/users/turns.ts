import { type Company, noCompany } from './company.ts';

/** Then answers that have arrived get their turn, and timers that are due. */
const usualCompany: Company = { ...noCompany, sliceMs: 5 };

/** More have been kept waiting for milliseconds. */
const manyWaiting = 100;
/** Room for more is not kept. */
const mostKept = 10_000;

export interface TurnOptions {
  /** Looking at the clock takes time, too. */
  turnsBetweenLooks?: number;
  /** Of those who have their turn in one slice. */
  company?: Company;
}

/**
 * Those who could go on at once but let others go first, in the order in which they came. However many there are, the
 * event loop is never held up for longer than a slice and whatever the last of it does.
 */
export class Turns<T> {
  readonly #nowMs: () => number;
  readonly #take: (each: T) => void;
  readonly #options: TurnOptions;
  readonly #company: Company;
  /** Keeps its length, so that nothing has to grow again for the next who come. */
  #waiting: (T | undefined)[] = [];
  /** Where the next who comes has their place, and whose turn is next. */
  #count = 0;
  #next = 0;
  #isSet = false;

  constructor(nowMs: () => number, take: (each: T) => void, options: TurnOptions = {}) {
    this.#nowMs = nowMs;
    this.#take = take;
    this.#options = options;
    this.#company = options.company ?? usualCompany;
  }

  get waiting(): number {
    return this.#count - this.#next;
  }

  add(each: T): void {
    this.#waiting[this.#count] = each;
    this.#count += 1;
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
    try {
      this.#company.together(this.#takeTurns, this.waiting > manyWaiting);
    } finally {
      this.#closeRanks();
      if (this.waiting > 0) {
        this.#set();
      }
    }
  };

  /** Only now and then, for however many wait all of them have to move. */
  #closeRanks(): void {
    const left = this.waiting;
    if (this.#next < left) {
      return;
    }
    if (left === 0 && this.#waiting.length > mostKept) {
      this.#waiting = [];
    }
    for (let at = 0; at < left; at++) {
      this.#waiting[at] = this.#waiting[this.#next + at];
      this.#waiting[this.#next + at] = undefined;
    }
    this.#count = left;
    this.#next = 0;
  }

  readonly #takeTurns = (): void => {
    const { turnsBetweenLooks = 1 } = this.#options;
    // Who comes while these have their turn has it the next time.
    const end = this.#count;
    const endsAtMs = this.#nowMs() + this.#company.sliceMs;
    while (this.#next < end) {
      const each = this.#waiting[this.#next] as T;
      this.#waiting[this.#next] = undefined;
      this.#next += 1;
      this.#take(each);
      const isOver = this.#next % turnsBetweenLooks === 0 && this.#nowMs() >= endsAtMs;
      if (isOver || this.#company.isFull) {
        return;
      }
    }
  };
}
