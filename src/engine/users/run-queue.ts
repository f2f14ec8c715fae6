import { type SliceBatch, unlimitedBatch } from './slice-batch.ts';

/** Then answers that have arrived get their turn, and timers that are due. */
const defaultBatch: SliceBatch = { ...unlimitedBatch, sliceMs: 5 };

/** More have been kept waiting for milliseconds. */
const backlogSize = 100;
/** Room for more is not kept. */
const maxRetainedLength = 10_000;

export interface RunQueueOptions {
  /** Looking at the clock takes time, too. */
  tasksPerClockRead?: number;
  /** Of those who have their turn in one slice. */
  batch?: SliceBatch;
}

/**
 * Those who could drain on at once but let others drain first, in the order in which they came. However many there are, the
 * event loop is never held up for longer than a slice and whatever the last of it does.
 */
export class RunQueue<T> {
  readonly #nowMs: () => number;
  readonly #process: (task: T) => void;
  readonly #options: RunQueueOptions;
  readonly #batch: SliceBatch;
  /** Keeps its length, so that nothing has to grow again for the next who come. */
  #waiting: (T | undefined)[] = [];
  /** Where the next who comes has their place, and whose turn is next. */
  #count = 0;
  #next = 0;
  #isScheduled = false;

  constructor(nowMs: () => number, process: (task: T) => void, options: RunQueueOptions = {}) {
    this.#nowMs = nowMs;
    this.#process = process;
    this.#options = options;
    this.#batch = options.batch ?? defaultBatch;
  }

  get waiting(): number {
    return this.#count - this.#next;
  }

  add(task: T): void {
    this.#waiting[this.#count] = task;
    this.#count += 1;
    this.#schedule();
  }

  #schedule(): void {
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      setImmediate(this.#drain);
    }
  }

  readonly #drain = (): void => {
    this.#isScheduled = false;
    try {
      this.#batch.run(this.#runSlice, this.waiting > backlogSize);
    } finally {
      this.#compact();
      if (this.waiting > 0) {
        this.#schedule();
      }
    }
  };

  /** Only now and then, for however many wait all of them have to move. */
  #compact(): void {
    const left = this.waiting;
    if (this.#next < left) {
      return;
    }
    if (left === 0 && this.#waiting.length > maxRetainedLength) {
      this.#waiting = [];
    }
    for (let at = 0; at < left; at++) {
      this.#waiting[at] = this.#waiting[this.#next + at];
      this.#waiting[this.#next + at] = undefined;
    }
    this.#count = left;
    this.#next = 0;
  }

  readonly #runSlice = (): void => {
    const { tasksPerClockRead = 1 } = this.#options;
    // Who comes while these have their turn has it the next time.
    const end = this.#count;
    const endsAtMs = this.#nowMs() + this.#batch.sliceMs;
    while (this.#next < end) {
      const task = this.#waiting[this.#next] as T;
      this.#waiting[this.#next] = undefined;
      this.#next += 1;
      this.#process(task);
      const isOver = this.#next % tasksPerClockRead === 0 && this.#nowMs() >= endsAtMs;
      if (isOver || this.#batch.isFull) {
        return;
      }
    }
  };
}
