/** A number of times at random within a span, from the earliest to the latest. */
export interface ArrivalTimes {
  /** How many remain. */
  readonly left: number;
  /** Seconds after the start of the test; call only while some remain. */
  next(): number;
}

interface Span {
  fromSecond: number;
  seconds: number;
}

export const noTimes: ArrivalTimes = { left: 0, next: () => Number.NaN };

/** Draws all times first and sorts them: the same numbers give the same times as in JMeter. */
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
 * Draws each time when it is needed, with the same distribution: of n times in the rest of the span, the share of that rest
 * before the first one is distributed like the least of n random numbers, 1 - u^(1/n).
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
    // As a logarithm: 1 - u^(1/n) itself loses its digits when n is large.
    const share = -Math.expm1(Math.log1p(-this.#random()) / this.left);
    this.#second += (this.#endSecond - this.#second) * share;
    this.left -= 1;
    return this.#second;
  }
}
