import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '../domain/errors.ts';
import type { RowRange } from '../domain/row-ranges.ts';
import { RowScanner } from '../lib/row-scanner.ts';

const chunkBytes = 1 << 20;
/** The offset of every n-th row is kept. */
const rowsPerOffset = 1000;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const lineFeed = Buffer.from('\n');

/** A data file whose rows are read by number. Keeps an offset per thousand rows in memory. */
export class RowSource {
  readonly header: Buffer;
  readonly rows: number;
  readonly #file: FileHandle;
  readonly #offsets: readonly number[];
  readonly #size: number;
  /** The row after the last one that was read, and its offset. */
  #next = { row: 0, offset: 0 };

  private constructor(
    file: FileHandle,
    found: { header: Buffer; rows: number; offsets: number[]; size: number },
  ) {
    this.#file = file;
    this.header = found.header;
    this.rows = found.rows;
    this.#offsets = found.offsets;
    this.#size = found.size;
  }

  static async open(
    path: string,
    name: string,
    hasHeader: boolean,
    signal?: AbortSignal,
  ): Promise<RowSource> {
    const file = await open(path, 'r');
    try {
      return new RowSource(file, await index(file, name, hasHeader, signal));
    } catch (error) {
      await file.close();
      throw error;
    }
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
    if (row >= this.rows) return this.#size;
    const known = Math.floor(row / rowsPerOffset) * rowsPerOffset;
    const isNextCloser = this.#next.row <= row && this.#next.row > known;
    let current = isNextCloser ? this.#next.row : known;
    let at = isNextCloser ? this.#next.offset : (this.#offsets[(row / rowsPerOffset) | 0] ?? 0);
    const scanner = new RowScanner();
    while (current < row) {
      const bytes = await readAt(this.#file, at, Math.min(chunkBytes >> 4, this.#size - at));
      if (bytes.length === 0) return this.#size;
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

async function index(
  file: FileHandle,
  name: string,
  hasHeader: boolean,
  signal: AbortSignal | undefined,
): Promise<{ header: Buffer; rows: number; offsets: number[]; size: number }> {
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
  const header = hasHeader ? await readAt(file, 0, headerEnd ?? at) : Buffer.alloc(0);
  return { header, rows, offsets, size: at };
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}
