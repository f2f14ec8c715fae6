import { Pace } from '../users/pace.ts';
import { RunQueue } from '../users/run-queue.ts';
import type { SliceBatch } from '../users/slice-batch.ts';

/** Somebody whose answer has been read. */
export interface PendingResponse {
  resume(): void;
}

/** A connection with something to send. */
export interface Sendable {
  write(): void;
}

const tasksPerClockRead = 4;

/**
 * Takes answers that arrive run in three steps: all are read, then as many as a slice holds go on with theirs, then
 * all that is to be sent goes out. The same with those who are woken run. Done in queue the same work costs a third
 * more, because the kernel's code and ours push each other out of the processor's caches. And an answer's time is taken
 * before others are worked on.
 */
export class ResponseBatcher implements SliceBatch {
  readonly #queue: RunQueue<PendingResponse>;
  readonly #pace = new Pace();
  /** Keeps its length. */
  readonly #sendable: (Sendable | undefined)[] = [];
  #toSend = 0;
  #isBatching = false;

  constructor(nowMs: () => number) {
    this.#queue = new RunQueue(nowMs, (response) => response.resume(), {
      tasksPerClockRead,
      batch: this,
    });
  }

  /** How many answers are held. */
  get waiting(): number {
    return this.#queue.waiting;
  }

  get sliceMs(): number {
    return this.#pace.sliceMs;
  }

  /** To send takes longer than what comes before it, and nothing is read meanwhile. */
  get isFull(): boolean {
    return this.#toSend >= this.#pace.maxRequests;
  }

  /** Its turn comes when all that has arrived is read. */
  add(response: PendingResponse): void {
    this.#queue.add(response);
  }

  /** Goes out with the others who go on now, or at once when nobody does. */
  send(sendable: Sendable): void {
    if (this.#isBatching) {
      this.#sendable[this.#toSend] = sendable;
      this.#toSend += 1;
    } else {
      sendable.write();
    }
  }

  /** What is to be sent in `work` goes out behind it. */
  run(work: () => void, isBehind = false): void {
    this.#pace.step(isBehind);
    this.#isBatching = true;
    try {
      work();
    } finally {
      this.#isBatching = false;
      const count = this.#toSend;
      this.#toSend = 0;
      for (let at = 0; at < count; at++) {
        const each = this.#sendable[at];
        this.#sendable[at] = undefined;
        each?.write();
      }
    }
  }
}
