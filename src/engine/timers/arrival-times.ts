/** Random times within a span, in ascending order. */
export interface ArrivalTimes {
  /** Number of remaining times. */
  readonly left: number;
  /** The next time, in seconds after the start of the test. Requires `left` > 0. */
  next(): number;
}

interface Span {
  fromSecond: number;
  seconds: number;
}

export const noTimes: ArrivalTimes = { left: 0, next: () => Number.NaN };

/** Draws and sorts all times first: the same random numbers give the same times as in JMeter. */
export class SortedTimes implements ArrivalTimes {
  readonly #times: Float64Array;
  #at = 0;

  constructor(count: number, { fromSecond, seconds }: Span, random: () => number) {
    this.#times = new Float64Array(Math.max(0, count));
    for (let index = 0; index < count; index++) {
      this.#times[index] = fromSecond + random() * seconds;
    }
    this.#times.sort();
  }

  get left(): number {
    return this.#times.length - this.#at;
  }

  next(): number {
    this.#at += 1;
    return this.#times[this.#at - 1] ?? Number.NaN;
  }
}

/**
 * Draws each time on demand, with the same distribution: with n times left, the share of the remaining span before
 * the next one is distributed like the minimum of n random numbers, 1 - u^(1/n).
 */
export class SuccessiveTimes implements ArrivalTimes {
  readonly #random: () => number;
  readonly #endSecond: number;
  #second: number;
  left: number;

  constructor(count: number, { fromSecond, seconds }: Span, random: () => number) {
    this.#random = random;
    this.#second = fromSecond;
    this.#endSecond = fromSecond + seconds;
    this.left = Math.max(0, count);
  }

  next(): number {
    // With logarithms, because 1 - u^(1/n) loses precision for large n.
    const share = -Math.expm1(Math.log1p(-this.#random()) / this.left);
    this.#second += (this.#endSecond - this.#second) * share;
    this.left -= 1;
    return this.#second;
  }
}
