import { constants } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { RowScanner } from '../../lib/row-scanner.ts';
import {
  type LeasedFileOptions,
  type LeaseState,
  parseLeaseState,
  readDigits,
} from '../../tool-process/leased-rows.ts';

const lookEveryMs = 20;
const chunkBytes = 64 * 1024;

/** Reads the leased rows of a data file for all users of the node, each row once. */
export class LeasedRowReader {
  readonly #options: LeasedFileOptions;
  readonly #signal: AbortSignal;
  #state: LeaseState = { bytes: 0, rows: 0, isEnd: false };
  #rowsFile: FileHandle | undefined;
  #readFile: FileHandle | undefined;
  /** Buffered bytes from `#at` on. */
  #ahead: Buffer = Buffer.alloc(0);
  #at = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** The signal ends waiting for rows. */
  constructor(options: LeasedFileOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
  }

  /** The text of the next row, without its line end; null at the end. Calls are served in order. */
  next(): Promise<string | null> {
    const row = this.#last.then(() => this.#next());
    this.#last = row.catch(() => {});
    return row;
  }

  async close(): Promise<void> {
    await this.#rowsFile?.close();
    await this.#readFile?.close();
  }

  async #next(): Promise<string | null> {
    while (this.#at >= this.#state.bytes) {
      if (this.#state.isEnd || this.#signal.aborted) return null;
      await this.#readState();
      if (this.#at >= this.#state.bytes && !this.#state.isEnd)
        await delay(lookEveryMs, undefined, { signal: this.#signal }).catch(() => {});
    }
    const length = await this.#rowLength();
    const row = this.#ahead.subarray(0, length);
    await this.#report(this.#at + length);
    this.#at += length;
    this.#ahead = this.#ahead.subarray(length);
    return row.toString('utf8').replace(/\r?\n$/, '');
  }

  async #rowLength(): Promise<number> {
    const scanner = new RowScanner();
    for (let at = 0; ; at++) {
      if (at === this.#ahead.length && !(await this.#readMore())) return at;
      if (scanner.endsRow(this.#ahead[at]!)) return at + 1;
    }
  }

  async #readMore(): Promise<boolean> {
    const from = this.#at + this.#ahead.length;
    const length = Math.min(chunkBytes, this.#state.bytes - from);
    this.#rowsFile ??= await open(this.#options.rowsPath, 'r');
    const { bytesRead, buffer } = await this.#rowsFile.read(Buffer.allocUnsafe(length), 0, length, from);
    this.#ahead = Buffer.concat([this.#ahead, buffer.subarray(0, bytesRead)]);
    return bytesRead > 0;
  }

  /** Before the row is used. */
  async #report(bytes: number): Promise<void> {
    this.#readFile ??= await open(this.#options.readPath, constants.O_WRONLY | constants.O_CREAT, 0o644);
    await this.#readFile.write(String(bytes).padStart(readDigits, '0'), 0);
  }

  async #readState(): Promise<void> {
    const text = await readFile(this.#options.statePath, 'utf8').catch(() => undefined);
    if (text !== undefined) this.#state = parseLeaseState(text);
  }
}
