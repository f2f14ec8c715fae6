import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '../domain/errors.ts';
import type { RowRange } from '../domain/row-ranges.ts';
import { RowScanner } from '../lib/row-scanner.ts';

const chunkBytes = 1 << 20;
const rowsPerOffset = 1000;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const lineFeed = Buffer.from('\n');

/** Where the rows of a data file are. Read from the whole file, so it is kept with it. */
export interface RowIndex {
  headerBytes: number;
  rows: number;
  /** Of every thousandth row. */
  offsets: readonly number[];
  sizeBytes: number;
}

/** A data file whose rows are read by number. */
export class RowSource {
  readonly #file: FileHandle;
  readonly #index: RowIndex;
  /** The row after the last one that was read, and its offset. */
  #next = { row: 0, offset: 0 };

  private constructor(file: FileHandle, index: RowIndex) {
    this.#file = file;
    this.#index = index;
  }

  static async open(path: string, index: RowIndex): Promise<RowSource> {
    return new RowSource(await open(path, 'r'), index);
  }

  get rows(): number {
    return this.#index.rows;
  }

  /** With the byte order mark before it. */
  readHeader(): Promise<Buffer> {
    return readAt(this.#file, 0, this.#index.headerBytes);
  }

  /** The bytes of rows in chunks; each row ends in a line feed. */
  async *read([from, to]: RowRange): AsyncGenerator<Buffer> {
    const end = await this.#offsetOf(to);
    let last = lineFeed[0];
    for (let at = await this.#offsetOf(from); at < end; ) {
      const bytes = await readAt(this.#file, at, Math.min(chunkBytes, end - at));
      if (bytes.length === 0) break;
      at += bytes.length;
      last = bytes.at(-1);
      yield bytes;
    }
    if (last !== lineFeed[0]) yield lineFeed;
    this.#next = { row: to, offset: end };
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #offsetOf(row: number): Promise<number> {
    const { rows, offsets, sizeBytes } = this.#index;
    if (row >= rows) return sizeBytes;
    const known = Math.floor(row / rowsPerOffset) * rowsPerOffset;
    const isNextCloser = this.#next.row <= row && this.#next.row > known;
    let current = isNextCloser ? this.#next.row : known;
    let at = isNextCloser ? this.#next.offset : (offsets[(row / rowsPerOffset) | 0] ?? 0);
    const scanner = new RowScanner();
    while (current < row) {
      const bytes = await readAt(this.#file, at, Math.min(chunkBytes >> 4, sizeBytes - at));
      if (bytes.length === 0) return sizeBytes;
      for (const [index, byte] of bytes.entries()) {
        if (!scanner.endsRow(byte)) continue;
        current += 1;
        if (current === row) return at + index + 1;
      }
      at += bytes.length;
    }
    return at;
  }
}

/** Reads the whole file. Throws `plan_broken` for an encoding whose rows cannot be found. */
export async function indexRows(
  path: string,
  name: string,
  hasHeader: boolean,
  signal?: AbortSignal,
): Promise<RowIndex> {
  await using file = await open(path, 'r');
  const scanner = new RowScanner();
  const start = await readAt(file, 0, byteOrderMark.length);
  if (start.length > 1 && [0xfffe, 0xfeff].includes(start.readUInt16BE(0)))
    throw new AppError('plan_broken', `${name} cannot be leased: it is in UTF-16. Convert it to UTF-8.`);
  let at = start.equals(byteOrderMark) ? byteOrderMark.length : 0;
  let headerEnd = hasHeader ? undefined : at;
  let rows = 0;
  let rowStart = at;
  const offsets: number[] = [];
  const addRow = () => {
    if (rows % rowsPerOffset === 0) offsets.push(rowStart);
    rows += 1;
  };
  for (;;) {
    signal?.throwIfAborted();
    const bytes = await readAt(file, at, chunkBytes);
    if (bytes.length === 0) break;
    for (let index = 0; index < bytes.length; index++) {
      if (!scanner.endsRow(bytes[index]!)) continue;
      if (headerEnd === undefined) headerEnd = at + index + 1;
      else addRow();
      rowStart = at + index + 1;
    }
    at += bytes.length;
  }
  if (rowStart < at && headerEnd !== undefined) addRow();
  return { headerBytes: hasHeader ? (headerEnd ?? at) : 0, rows, offsets, sizeBytes: at };
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}
