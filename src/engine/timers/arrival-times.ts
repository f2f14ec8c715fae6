import { setImmediate as turn } from 'node:timers/promises';

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

/** Above this number, SortedTimes would block the users of its thread for more than a few milliseconds. */
export const maxSortedTimes = 50_000;

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

/** Times that are drawn or moved in one step, a few milliseconds. */
const timesPerStep = 50_000;
const timesPerBucket = 500;

/**
 * Same as SortedTimes, drawn in steps between which other users run. The times are distributed to buckets in ascending
 * order, and a bucket is sorted when its first time is needed.
 */
export class BucketedTimes implements ArrivalTimes {
  readonly #times: Float64Array;
  /** Index of the first time of each bucket, and the number of times. */
  readonly #starts: Float64Array;
  #at = 0;
  #bucket = 0;

  private constructor(times: Float64Array, starts: Float64Array) {
    this.#times = times;
    this.#starts = starts;
  }

  static async draw(
    count: number,
    { fromSecond, seconds }: Span,
    random: () => number,
  ): Promise<BucketedTimes> {
    const buckets = Math.ceil(count / timesPerBucket);
    const bucketOf = (second: number) =>
      Math.min(buckets - 1, Math.floor(((second - fromSecond) / seconds) * buckets));
    const drawn = new Float64Array(count);
    const starts = new Float64Array(buckets + 1);
    await inSteps(count, (index) => {
      const second = fromSecond + random() * seconds;
      drawn[index] = second;
      starts[bucketOf(second) + 1] = (starts[bucketOf(second) + 1] ?? 0) + 1;
    });
    await inSteps(buckets, (bucket) => {
      starts[bucket + 1] = (starts[bucket + 1] ?? 0) + (starts[bucket] ?? 0);
    });
    const next = starts.slice(0, buckets);
    const times = new Float64Array(count);
    await inSteps(count, (index) => {
      const second = drawn[index] ?? Number.NaN;
      const bucket = bucketOf(second);
      const at = next[bucket] ?? 0;
      times[at] = second;
      next[bucket] = at + 1;
    });
    return new BucketedTimes(times, starts);
  }

  get left(): number {
    return this.#times.length - this.#at;
  }

  next(): number {
    while (this.#at === this.#starts[this.#bucket]) {
      this.#bucket += 1;
      this.#times.subarray(this.#at, this.#starts[this.#bucket]).sort();
    }
    this.#at += 1;
    return this.#times[this.#at - 1] ?? Number.NaN;
  }
}

async function inSteps(count: number, run: (index: number) => void): Promise<void> {
  for (let from = 0; from < count; from += timesPerStep) {
    const to = Math.min(count, from + timesPerStep);
    for (let index = from; index < to; index++) {
      run(index);
    }
    await turn();
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
