import { constants, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import {
  type LeasedFileOptions,
  type LeaseState,
  parseLeaseState,
  readDigits,
} from '../../tool-process/leased-rows.ts';
import type { SharedNumber, SharedNumbers } from '../state/shared-numbers.ts';
import { decodeBytes } from '../text/decode.ts';
import { readRecord } from './read-record.ts';

const windowBytes = 64 * 1024;
/** Rows reported as read by one write. If the engine is killed, some of them may not have been used. */
const rowsPerReport = 16;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const quote = 0x22;

/** No complete row has arrived yet; the file may grow. */
export const notYet = Symbol('not yet');

/** The leased rows of a data file, with a read position that all users of all workers share. Each row is read once. */
export class LeasedFile {
  readonly #options: LeasedFileOptions;
  /** Shared positions in bytes: start of the next row, and end of the rows reported as read. */
  readonly #place: SharedNumber;
  readonly #reported: SharedNumber;
  #state: LeaseState = { bytes: 0, rows: 0, isEnd: false };
  #rowsFile: number | undefined;
  #readFile: number | undefined;
  #window: Buffer = Buffer.alloc(0);
  #windowAt = 0;

  constructor(options: LeasedFileOptions, numbers: SharedNumbers) {
    this.#options = options;
    this.#place = numbers.at(`leased ${options.name}`);
    this.#reported = numbers.at(`reported ${options.name}`);
  }

  /** Undefined at the end. */
  readLine(charset: string): string | undefined | typeof notYet {
    const bytes = this.#take(lineEnd);
    return Buffer.isBuffer(bytes) ? this.#decode(bytes, charset).replace(/\r?\n$|\r$/, '') : bytes;
  }

  /** Undefined at the end. Throws `BrokenRecord`. */
  readRecord(charset: string, delimiter: string): string[] | undefined | typeof notYet {
    const bytes = this.#take((window, at) => recordEnd(window, at, delimiter.charCodeAt(0)));
    if (!Buffer.isBuffer(bytes)) {
      return bytes;
    }
    return readRecord(this.#decode(bytes, charset), 0, delimiter).fields;
  }

  /** The bytes of the next row, with its line end. */
  #take(findEnd: (bytes: Buffer, at: number) => number): Buffer | undefined | typeof notYet {
    return this.#place.hold((place) => {
      const at = place.value ?? 0;
      const row = this.#rowAt(at, findEnd);
      if (row === undefined) {
        return this.#state.isEnd ? undefined : notYet;
      }
      this.#report(at, row, findEnd);
      place.value = at + row.length;
      return row;
    });
  }

  #rowAt(at: number, findEnd: (bytes: Buffer, at: number) => number): Buffer | undefined {
    if (at >= this.#state.bytes && !this.#state.isEnd) {
      this.#readState();
    }
    if (at >= this.#state.bytes) {
      return undefined;
    }
    for (let size = windowBytes; ; size *= 4) {
      const isComplete = this.#windowAt + this.#window.length >= this.#state.bytes;
      const start = at - this.#windowAt;
      const end = start >= 0 && start < this.#window.length ? findEnd(this.#window, start) : -1;
      if (end >= 0) {
        return this.#window.subarray(start, end);
      }
      if (start === 0 && isComplete && this.#window.length > 0) {
        // A quote that is never closed: the rest of the file is one row.
        return this.#window;
      }
      this.#readWindow(at, Math.min(size, this.#state.bytes - at));
    }
  }

  /** Reports a row as read before it is used, together with following rows that are in the window. */
  #report(at: number, row: Buffer, findEnd: (bytes: Buffer, at: number) => number): void {
    this.#reported.hold((reported) => {
      if ((reported.value ?? 0) >= at + row.length) {
        return;
      }
      let end = at - this.#windowAt + row.length;
      for (let rows = 1; rows < rowsPerReport && end < this.#window.length; rows++) {
        const next = findEnd(this.#window, end);
        if (next < 0) {
          break;
        }
        end = next;
      }
      reported.value = this.#windowAt + end;
      this.#readFile ??= openSync(this.#options.readPath, constants.O_WRONLY | constants.O_CREAT, 0o644);
      writeSync(this.#readFile, String(reported.value).padStart(readDigits, '0'), 0);
    });
  }

  #readState(): void {
    try {
      this.#state = parseLeaseState(readFileSync(this.#options.statePath, 'utf8'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
        throw error;
      }
    }
  }

  #readWindow(at: number, size: number): void {
    this.#rowsFile ??= openSync(this.#options.rowsPath, 'r');
    const bytes = Buffer.allocUnsafe(size);
    this.#window = bytes.subarray(0, readSync(this.#rowsFile, bytes, 0, size, at));
    this.#windowAt = at;
  }

  #decode(bytes: Buffer, charset: string): string {
    const text = decodeBytes(bytes, charset);
    if (text === undefined) {
      throw new Error(`${this.#options.name}: unknown encoding ${charset}`);
    }
    return text;
  }
}

/** Position after the line end; -1 when the line is incomplete. */
function lineEnd(bytes: Buffer, at: number): number {
  const feed = bytes.indexOf(lineFeed, at);
  if (feed < 0) {
    return -1;
  }
  const carriage = bytes.subarray(at, feed).indexOf(carriageReturn);
  return carriage >= 0 && at + carriage < feed - 1 ? at + carriage + 1 : feed + 1;
}

/** Position after the record, which may have line feeds in quoted fields; -1 when it is incomplete. */
function recordEnd(bytes: Buffer, from: number, delimiter: number): number {
  let isQuoted = false;
  let isFieldStart = true;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (isQuoted) {
      if (byte === quote) {
        isQuoted = false;
      }
    } else if (byte === quote) {
      // A quote opens at the start of a field, or continues a quoted field when doubled.
      isQuoted = isFieldStart || bytes[at - 1] === quote;
    } else if (byte === lineFeed) {
      return at + 1;
    }
    isFieldStart = byte === delimiter && !isQuoted;
  }
  return -1;
}
