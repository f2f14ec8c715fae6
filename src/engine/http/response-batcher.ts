import { Pace } from '../time/pace.ts';
import { RunQueue } from '../time/run-queue.ts';
import type { SliceBatch } from '../time/slice-batch.ts';
import { maxTogether, type RequestSender } from './request-sender.ts';
import type { ResponseReader } from './response-reader.ts';

/** A sample whose response has been read. */
export interface PendingResponse {
  resume(): void;
}

/** A connection with queued data. */
export interface Sendable {
  /** `nowMs`: the start of the request. `sender`: sends it together with others, with its next `flush`. */
  write(nowMs: number, sender?: RequestSender): void;
}

const tasksPerClockRead = 4;

/**
 * Handles responses in three stages: read all that have arrived, resume as many users as fit into a slice, then send
 * their requests. Users that are woken are handled the same way. Interleaving the stages costs a third more processor
 * time, because kernel and engine code evict each other from the caches; and each response is timestamped before users
 * are resumed.
 */
export class ResponseBatcher implements SliceBatch {
  readonly #nowMs: () => number;
  readonly #sender: RequestSender | undefined;
  /** Connections register their requests here to have the responses read in batches. */
  readonly reader: ResponseReader | undefined;
  readonly #queue: RunQueue<PendingResponse>;
  readonly #pace = new Pace();
  /** Only the first `#toSend` entries are set; never shrinks. */
  readonly #sendable: (Sendable | undefined)[] = [];
  #toSend = 0;
  #isBatching = false;

  /** Without `sender`, connections send their requests one by one; without `reader`, responses are read one by one. */
  constructor(nowMs: () => number, sender?: RequestSender, reader?: ResponseReader) {
    this.reader = reader;
    this.#nowMs = nowMs;
    this.#sender = sender;
    this.#queue = new RunQueue(nowMs, (response) => response.resume(), {
      tasksPerClockRead,
      batch: this,
    });
  }

  /** Responses that wait for their user. */
  get waiting(): number {
    return this.#queue.waiting;
  }

  get sliceMs(): number {
    return this.#pace.sliceMs;
  }

  /** Whether the batch must be sent now: sending takes longest, and no response is read meanwhile. */
  get isFull(): boolean {
    return this.#toSend >= this.#pace.maxRequests;
  }

  /** Resumes the user after all arrived responses are read. */
  add(response: PendingResponse): void {
    this.#queue.add(response);
  }

  /** Sends after the current batch, or immediately outside of one. */
  send(sendable: Sendable): void {
    if (this.#isBatching) {
      this.#sendable[this.#toSend] = sendable;
      this.#toSend += 1;
    } else {
      sendable.write(this.#nowMs());
    }
  }

  /** Runs `work`, then sends what it has queued. */
  run(work: () => void, isBehind = false): void {
    this.#pace.step(isBehind);
    this.#isBatching = true;
    try {
      work();
    } finally {
      this.#isBatching = false;
      this.#sendAll();
    }
  }

  #sendAll(): void {
    const count = this.#toSend;
    this.#toSend = 0;
    let nowMs = 0;
    for (let at = 0; at < count; at++) {
      if (at % maxTogether === 0) {
        this.#sender?.flush();
        nowMs = this.#nowMs();
      }
      const each = this.#sendable[at];
      this.#sendable[at] = undefined;
      each?.write(nowMs, this.#sender);
    }
    this.#sender?.flush();
    this.reader?.readArrived(this.#pace.maxRequests);
  }
}
