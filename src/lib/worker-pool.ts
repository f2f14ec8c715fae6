import { Worker } from 'node:worker_threads';

export interface WorkerPoolOptions {
  /** A module that calls `serveTasks`. */
  script: URL;
  maxWorkers: number;
  /** Maximum queue length; further tasks are rejected. */
  maxWaiting: number;
  /** Timeout of a task, excluding its time in the queue. */
  timeoutMs: number;
  /** Heap limit of one worker. */
  memoryMb: number;
  /** `workerData` of each worker. */
  data?: unknown;
}

/** A task exceeded a limit; its worker was terminated. */
export class WorkerLimitError extends Error {
  readonly limit: 'time' | 'memory' | 'queue';

  constructor(limit: 'time' | 'memory' | 'queue') {
    super(`A task of a worker thread exceeded its limit: ${limit}.`);
    this.limit = limit;
  }
}

interface Task {
  message: unknown;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

interface Slot {
  worker: Worker;
  task: Task | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** Runs tasks on worker threads, one at a time per thread. A worker that exceeds a limit is terminated and replaced. */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #slots = new Set<Slot>();
  readonly #waiting: Task[] = [];
  #isClosed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /** Rejects with WorkerLimitError, or with the error of the worker. */
  run<Answer>(message: unknown): Promise<Answer> {
    if (this.#isClosed) return Promise.reject(new Error('The worker pool is closed.'));
    if (this.#waiting.length >= this.#options.maxWaiting) {
      return Promise.reject(new WorkerLimitError('queue'));
    }
    return new Promise<Answer>((resolve, reject) => {
      this.#waiting.push({ message, resolve: resolve as (answer: unknown) => void, reject });
      this.#startNext();
    });
  }

  /** Terminates all workers; rejects running tasks. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const task of this.#waiting.splice(0)) task.reject(new Error('The worker pool is closed.'));
    await Promise.all([...this.#slots].map(({ worker }) => worker.terminate()));
  }

  #startNext(): void {
    while (this.#waiting.length > 0) {
      const slot = this.#freeSlot();
      const task = slot && this.#waiting.shift();
      if (!slot || !task) return;
      slot.task = task;
      slot.timer = setTimeout(
        () => this.#giveUp(slot, new WorkerLimitError('time')),
        this.#options.timeoutMs,
      );
      slot.worker.ref();
      slot.worker.postMessage(task.message);
    }
  }

  #freeSlot(): Slot | undefined {
    const free = [...this.#slots].find(({ task }) => task === undefined);
    if (free || this.#slots.size >= this.#options.maxWorkers) return free;
    const { script, memoryMb, data } = this.#options;
    const worker = new Worker(script, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      workerData: data,
      env: {},
    });
    const slot: Slot = { worker, task: undefined, timer: undefined };
    worker.on('message', (answer: TaskAnswer) => this.#finish(slot, answer));
    worker.on('error', (error: unknown) => {
      const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#giveUp(slot, isMemory ? new WorkerLimitError('memory') : error);
    });
    worker.once('exit', () => this.#giveUp(slot, new Error('A worker thread exited unexpectedly.')));
    // Idle workers must not keep the process alive.
    worker.unref();
    this.#slots.add(slot);
    return slot;
  }

  #finish(slot: Slot, answer: TaskAnswer): void {
    const { task } = slot;
    clearTimeout(slot.timer);
    slot.task = undefined;
    slot.worker.unref();
    if ('error' in answer) task?.reject(answer.error);
    else task?.resolve(answer.value);
    this.#startNext();
  }

  #giveUp(slot: Slot, error: unknown): void {
    if (!this.#slots.delete(slot)) return;
    clearTimeout(slot.timer);
    slot.task?.reject(error);
    void slot.worker.terminate();
    if (!this.#isClosed) this.#startNext();
  }
}

export type TaskAnswer = { value: unknown } | { error: unknown };
