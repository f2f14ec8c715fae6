import { type SliceBatch, unlimitedBatch } from './slice-batch.ts';

/** After a slice, responses and due timers are handled. */
const defaultBatch: SliceBatch = { ...unlimitedBatch, sliceMs: 5 };

/** A longer queue is behind schedule: its last task has waited for milliseconds. */
const backlogSize = 100;
/** An empty queue releases a longer array. */
const maxRetainedLength = 10_000;

export interface RunQueueOptions {
  /** Tasks between clock reads, because reading the clock is expensive. */
  tasksPerClockRead?: number;
  batch?: SliceBatch;
}

/**
 * FIFO queue of tasks that run in later event-loop turns. It blocks the event loop for at most one slice plus the last
 * task.
 */
export class RunQueue<T> {
  readonly #nowMs: () => number;
  readonly #process: (task: T) => void;
  readonly #options: RunQueueOptions;
  readonly #batch: SliceBatch;
  /** Keeps its capacity, so that refilling does not reallocate. */
  #waiting: (T | undefined)[] = [];
  /** Write and read positions. */
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

  /** Moves waiting tasks to the front, only once at least half of the array is consumed: amortized O(1). */
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
    // Tasks added during this slice run in the next one.
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
