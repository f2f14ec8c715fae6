import type { Log } from '../../lib/log.ts';
import { encodeFrameMessage } from '../../protocol/frame-message.ts';
import type { Spool } from '../spool/spool.ts';
import { Wakeup } from '../wakeup.ts';

export interface FrameTransport {
  readonly isOpen: boolean;
  sendFrames(bytes: Buffer): boolean;
}

export interface FrameSenderOptions {
  executionId: string;
  spool: Spool;
  transport: FrameTransport;
  log: Log;
  /** Called with the number of frames sent, also of repeated ones. */
  onSent?: (frames: number) => void;
  windowBytes?: number;
  /** Frames without an acknowledgement for this long are sent again. */
  resendAfterMs?: number;
}

const batchBytes = 128 * 1024;
/** Without an initial acknowledgement within this time, sending resumes after the last known one. */
const resumeAfterMs = 5000;
const defaultResendAfterMs = 20_000;
const defaultWindowBytes = 1024 * 1024;

/** Sends spooled frames in order, no more than a window ahead of what the service has stored. */
export class FrameSender {
  /** Notified on each acknowledgement. */
  readonly stored = new Wakeup();
  readonly #options: FrameSenderOptions;
  readonly #windowBytes: number;
  readonly #resendAfterMs: number;
  #ackedSeq = 0;
  #nextSeq = 1;
  #inFlight: { lastSeq: number; bytes: number }[] = [];
  #inFlightBytes = 0;
  /** Incremented when `#nextSeq` is reset, which invalidates a spool read in progress. */
  #epoch = 0;
  #isResumed = false;
  #isClosed = false;
  #quietSince = performance.now();
  #isWoken = false;
  #isSending = false;
  #sending: Promise<void> | undefined;

  constructor(options: FrameSenderOptions) {
    this.#options = options;
    this.#windowBytes = options.windowBytes ?? defaultWindowBytes;
    this.#resendAfterMs = options.resendAfterMs ?? defaultResendAfterMs;
  }

  get ackedSeq(): number {
    return this.#ackedSeq;
  }

  /** Spooled frames without an acknowledgement. */
  get waitingFrames(): number {
    return Math.max(0, this.#options.spool.progress.lastSeq - this.#ackedSeq);
  }

  get isAllAcked(): boolean {
    return this.#ackedSeq >= this.#options.spool.progress.lastSeq;
  }

  /** A new connection. For `isKnown` executions, sending waits for the initial acknowledgement. */
  opened(isKnown: boolean): void {
    this.#rewind(this.#ackedSeq);
    this.#isResumed = !isKnown;
    this.wake();
  }

  acked(seq: number): void {
    const { spool, log, executionId } = this.#options;
    if (seq > spool.progress.lastSeq) {
      log.error({ executionId, seq, lastSeq: spool.progress.lastSeq }, 'frames.ack.ahead');
    }
    if (!this.#isResumed) {
      // May be lower than an earlier acknowledgement: a service restored from a backup needs those frames again.
      this.#isResumed = true;
      this.#ackedSeq = seq;
      this.#rewind(seq);
    } else if (seq > this.#ackedSeq) {
      this.#ackedSeq = seq;
      this.#quietSince = performance.now();
      this.#forgetUpTo(seq);
      if (this.#nextSeq <= seq) this.#rewind(seq);
    }
    this.stored.notify();
    this.wake();
  }

  /** Called about once a second: resends frames whose acknowledgement is overdue. */
  tick(): void {
    const quietMs = performance.now() - this.#quietSince;
    if (!this.#isResumed && quietMs > resumeAfterMs) this.#isResumed = true;
    if (this.#inFlight.length > 0 && quietMs > this.#resendAfterMs) this.#rewind(this.#ackedSeq);
    this.wake();
  }

  /** Sends new frames, if any. */
  wake(): void {
    this.#isWoken = true;
    if (!this.#isSending && !this.#isClosed) this.#sending = this.#send();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#sending;
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    try {
      while (this.#isWoken) {
        this.#isWoken = false;
        while (this.#maySend() && (await this.#sendBatch()));
      }
    } catch (error) {
      this.#options.log.error({ executionId: this.#options.executionId, err: error }, 'frames.send.failed');
    } finally {
      this.#isSending = false;
    }
  }

  /** False when nothing can be sent now. */
  async #sendBatch(): Promise<boolean> {
    const { spool, transport, executionId, onSent = () => {} } = this.#options;
    const epoch = this.#epoch;
    const frames = await spool.read(this.#nextSeq, batchBytes);
    // `#nextSeq` was reset during the read.
    if (epoch !== this.#epoch || this.#isClosed) return true;
    const last = frames.at(-1);
    if (!last) return false;
    const bytes = encodeFrameMessage(executionId, frames);
    if (!transport.sendFrames(bytes)) return false;
    onSent(frames.length);
    if (this.#inFlight.length === 0) this.#quietSince = performance.now();
    this.#inFlight.push({ lastSeq: last.seq, bytes: bytes.length });
    this.#inFlightBytes += bytes.length;
    this.#nextSeq = last.seq + 1;
    return true;
  }

  #maySend(): boolean {
    return (
      !this.#isClosed &&
      this.#isResumed &&
      this.#options.transport.isOpen &&
      this.#nextSeq <= this.#options.spool.progress.lastSeq &&
      this.#inFlightBytes < this.#windowBytes
    );
  }

  #rewind(toSeq: number): void {
    this.#epoch++;
    this.#nextSeq = toSeq + 1;
    this.#inFlight = [];
    this.#inFlightBytes = 0;
    this.#quietSince = performance.now();
  }

  #forgetUpTo(seq: number): void {
    while (this.#inFlight[0] && this.#inFlight[0].lastSeq <= seq) {
      this.#inFlightBytes -= this.#inFlight.shift()?.bytes ?? 0;
    }
  }
}
