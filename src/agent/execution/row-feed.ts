import { type FileHandle, open } from 'node:fs/promises';
import { type RowRange, takeRows } from '../../domain/row-ranges.ts';
import { RowScanner } from '../../lib/row-scanner.ts';
import type { AgentMessage, ServiceMessage } from '../../protocol/messages.ts';
import { type LeaseState, readBytesRead, readLeaseState, writeLeaseState } from '../../tools/leased-files.ts';
import type { RowSource } from '../../tools/row-source.ts';

/** Minimum lead of leased rows: in seconds of use, and in rows. */
const secondsAhead = 5;
const minRowsAhead = 100;
/** An unanswered request is repeated after this time; the use of rows is reported at the same interval. */
const askEveryMs = 1000;
/** Interval of requests while no row is free; other nodes may return rows. */
const askAgainMs = 250;
const scanBytes = 1 << 20;

export interface RowFeedOptions {
  executionId: string;
  file: string;
  source: RowSource;
  paths: { rows: string; state: string; read: string };
  sendMessage(message: AgentMessage): boolean;
  nowMs(): number;
}

export type RowsMessage = ServiceMessage & { type: 'rows' };

/** Leases rows of one data file ahead of the tool and appends them to the file that the tool reads. */
export class RowFeed {
  readonly #options: RowFeedOptions;
  readonly #rowsFile: FileHandle;
  readonly #scanner = new RowScanner();
  #state: LeaseState;
  /** Rows of the lease that the tool may have read; counted up to `#scannedBytes` of its file. */
  #used = 0;
  #scannedBytes = 0;
  #isInsideRow = false;
  #reportedUsed = -1;
  #answer: RowsMessage | undefined;
  #askedAtMs = Number.NEGATIVE_INFINITY;
  #isAnswered = true;
  #rowsAtAsk = -1;
  #speed = { sinceMs: 0, used: 0, perSecond: 0 };

  private constructor(options: RowFeedOptions, rowsFile: FileHandle, state: LeaseState) {
    this.#options = options;
    this.#rowsFile = rowsFile;
    this.#state = state;
  }

  /** Continues after the last row that an earlier agent passed to the tool. */
  static async open(options: RowFeedOptions): Promise<RowFeed> {
    const state = await readLeaseState(options.paths.state);
    const rowsFile = await open(options.paths.rows, state.bytes === 0 ? 'w+' : 'r+', 0o644);
    await rowsFile.chmod(0o644);
    return new RowFeed(options, rowsFile, state);
  }

  /** Whether the tool has read all rows and waits for more. */
  get isHungry(): boolean {
    return this.#used >= this.#state.rows && !this.#state.isEnd;
  }

  /** Rows that the tool may have read. */
  async countUsed(): Promise<number> {
    const read = Math.min(await readBytesRead(this.#options.paths.read), this.#state.bytes);
    while (this.#scannedBytes < read) {
      const length = Math.min(scanBytes, read - this.#scannedBytes);
      const buffer = Buffer.allocUnsafe(length);
      const { bytesRead } = await this.#rowsFile.read(buffer, 0, length, this.#scannedBytes);
      if (bytesRead === 0) break;
      for (let at = 0; at < bytesRead; at++) {
        if (!this.#isInsideRow) this.#used += 1;
        this.#isInsideRow = !this.#scanner.endsRow(buffer[at]!);
      }
      this.#scannedBytes += bytesRead;
    }
    return this.#used;
  }

  /** Passes received rows to the tool, and requests more. */
  async turn(): Promise<void> {
    const answer = this.#answer;
    this.#answer = undefined;
    if (answer) await this.#append(answer);
    const used = await this.countUsed();
    this.#measure(used);
    this.#ask(used);
  }

  received(message: RowsMessage): void {
    this.#answer = message;
    this.#isAnswered = true;
  }

  /** An unanswered request is repeated immediately. */
  reconnected(): void {
    this.#askedAtMs = Number.NEGATIVE_INFINITY;
  }

  async close(): Promise<void> {
    await this.#rowsFile.close();
    await this.#options.source.close();
  }

  async #append({ used, held, isExhausted }: RowsMessage): Promise<void> {
    const ranges = takeRows(held, this.#state.rows - used).rest;
    let { bytes, rows } = this.#state;
    for (const range of ranges) {
      bytes = await this.#write(range, bytes);
      rows += range[1] - range[0];
    }
    const isEnd = isExhausted || this.#state.isEnd;
    if (rows === this.#state.rows && isEnd === this.#state.isEnd) return;
    const state = { bytes, rows, isEnd };
    await writeLeaseState(this.#options.paths.state, state);
    this.#state = state;
  }

  async #write(range: RowRange, from: number): Promise<number> {
    let at = from;
    for await (const chunk of this.#options.source.read(range)) {
      await this.#rowsFile.write(chunk, 0, chunk.length, at);
      at += chunk.length;
    }
    return at;
  }

  #measure(used: number): void {
    const nowMs = this.#options.nowMs();
    const { sinceMs, perSecond } = this.#speed;
    if (sinceMs === 0) this.#speed = { sinceMs: nowMs, used, perSecond };
    else if (nowMs - sinceMs >= askAgainMs) {
      const latest = ((used - this.#speed.used) * 1000) / (nowMs - sinceMs);
      // Increases immediately, decreases gradually.
      this.#speed = { sinceMs: nowMs, used, perSecond: Math.max(latest, (perSecond + latest) / 2) };
    }
  }

  #ask(used: number): void {
    const { executionId, file, source, nowMs, sendMessage } = this.#options;
    const ahead = Math.max(minRowsAhead, Math.ceil(this.#speed.perSecond * secondsAhead));
    const wanted = this.#state.isEnd ? this.#state.rows : used + ahead;
    const isShort = wanted - this.#state.rows > ahead / 2;
    const waitedMs = nowMs() - this.#askedAtMs;
    const isDue =
      waitedMs >= askEveryMs
        ? isShort || used !== this.#reportedUsed
        : isShort && this.#mayAskAgain(waitedMs);
    if (!isDue) return;
    const message = { type: 'rows', executionId, file, rows: source.rows, used, wanted } as const;
    if (!sendMessage(message)) return;
    this.#askedAtMs = nowMs();
    this.#isAnswered = false;
    this.#reportedUsed = used;
    this.#rowsAtAsk = this.#state.rows;
  }

  /** After the last request was answered; immediately if the answer contained rows. */
  #mayAskAgain(waitedMs: number): boolean {
    return this.#isAnswered && (this.#state.rows > this.#rowsAtAsk || waitedMs >= askAgainMs);
  }
}
