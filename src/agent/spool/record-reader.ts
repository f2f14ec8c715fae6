import type { FileHandle } from 'node:fs/promises';
import { decodeRecord, recordHeaderBytes, recordLength, type SpoolRecord } from './record.ts';

const chunkBytes = 256 * 1024;

export interface PlacedRecord {
  position: number;
  end: number;
  record: SpoolRecord;
}

/** Reads consecutive records from `position` up to `limit`. */
export class RecordReader {
  readonly #file: FileHandle;
  readonly #limit: number;
  #position: number;
  #chunk = Buffer.alloc(0);

  constructor(file: FileHandle, position: number, limit: number) {
    this.#file = file;
    this.#position = position;
    this.#limit = limit;
  }

  /** Undefined at the end, and at the first incomplete or corrupt record. */
  async next(): Promise<PlacedRecord | undefined> {
    if (!(await this.#have(recordHeaderBytes))) return undefined;
    const length = recordLength(this.#chunk);
    if (length === undefined || !(await this.#have(length))) return undefined;
    const record = decodeRecord(this.#chunk.subarray(0, length));
    if (!record) return undefined;
    const position = this.#position;
    this.#position += length;
    this.#chunk = this.#chunk.subarray(length);
    return { position, end: this.#position, record };
  }

  /** Loads at least `bytes` bytes into the chunk; false when the file has fewer. */
  async #have(bytes: number): Promise<boolean> {
    if (this.#chunk.length >= bytes) return true;
    if (this.#position + bytes > this.#limit) return false;
    const size = Math.min(Math.max(bytes, chunkBytes), this.#limit - this.#position);
    // A new buffer each time: returned records are views of the old one.
    const buffer = Buffer.allocUnsafe(size);
    let filled = this.#chunk.copy(buffer);
    while (filled < size) {
      const { bytesRead } = await this.#file.read(buffer, filled, size - filled, this.#position + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    this.#chunk = buffer.subarray(0, filled);
    return filled >= bytes;
  }
}
