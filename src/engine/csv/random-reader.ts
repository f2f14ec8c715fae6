import { readFileSync } from 'node:fs';
import { decodeBytes } from '../text/decode.ts';
import { readRecord } from './read-record.ts';

export interface RandomReaderOptions {
  path: string;
  charset: string;
  delimiter: string;
  isRandom: boolean;
  isFirstSkipped: boolean;
  isRewound: boolean;
  random(): number;
}

/** Bytes decoded first for a random record; sufficient for nearly every record. */
const windowBytes = 4096;

/** bzm's RandomCSVReader, shared by all users of a data set: records in random order, each once per pass. */
export class RandomReader {
  readonly header: readonly string[];
  readonly #options: RandomReaderOptions;
  readonly #bytes: Buffer;
  readonly #text: string;
  /** Offsets of the records in bytes; the first `#taken` are used. */
  readonly #offsets: number[];
  #taken = 0;
  /** Position in characters of the sequential reader. */
  #at = 0;
  #isClosed = false;

  constructor(options: RandomReaderOptions) {
    this.#options = options;
    this.#bytes = readFileSync(options.path);
    this.#text = this.#decode(this.#bytes);
    this.#offsets = this.#findOffsets();
    this.#rewind();
    this.header = readRecord(this.#text, 0, options.delimiter).fields;
  }

  hasNext(): boolean {
    if (this.#taken >= this.#offsets.length && this.#options.isRewound) {
      this.#rewind();
      return true;
    }
    return this.#taken < this.#offsets.length;
  }

  next(): string[] {
    return this.#options.isRandom ? this.#nextAnywhere() : this.#nextInOrder();
  }

  /** Fails sequential reads until the file is rewound. */
  close(): void {
    this.#isClosed = true;
  }

  #rewind(): void {
    this.#taken = 0;
    this.#isClosed = false;
    // As in the original, an offset in bytes is used as one in characters.
    this.#at = this.#options.isFirstSkipped ? (this.#offsets[0] ?? 0) : 0;
  }

  #nextInOrder(): string[] {
    this.#taken += 1;
    if (this.#isClosed) {
      throw new Error('Cannot get next record from csv file: Stream closed');
    }
    const { fields, at } = readRecord(this.#text, this.#at, this.#options.delimiter);
    this.#at = at;
    return fields;
  }

  #nextAnywhere(): string[] {
    const left = this.#offsets.length - this.#taken;
    if (left <= 0) {
      throw new Error('bound must be positive');
    }
    const chosen = this.#taken + Math.floor(this.#options.random() * left);
    const offset = this.#offsets[chosen] ?? 0;
    this.#offsets[chosen] = this.#offsets[this.#taken] ?? 0;
    this.#offsets[this.#taken] = offset;
    this.#taken += 1;
    return this.#recordAt(offset);
  }

  #recordAt(offset: number): string[] {
    const { delimiter } = this.#options;
    const end = offset + windowBytes;
    if (end < this.#bytes.length) {
      const text = this.#decode(this.#bytes.subarray(offset, end));
      const record = quietly(() => readRecord(text, 0, delimiter));
      if (record && record.at < text.length - 1) {
        return record.fields;
      }
    }
    return readRecord(this.#decode(this.#bytes.subarray(offset)), 0, delimiter).fields;
  }

  /** Counts bytes like the original, including its errors in surrogate pairs and after a lone carriage return. */
  #findOffsets(): number[] {
    const { delimiter, isFirstSkipped } = this.#options;
    const size = this.#bytes.length;
    const offsets = isFirstSkipped ? [] : [0];
    let position = 0;
    let at = 0;
    while (position < size) {
      const from = at;
      at = readRecord(this.#text, from, delimiter).at;
      const last = at > from ? this.#text.charAt(at - 1) : '';
      const isEnd = last !== '\n' && last !== '\r';
      // The end of the file counts as a character.
      position = last === '\r' ? 0 : position + this.#sizeOf(from, at) + (isEnd ? 1 : 0);
      if (position < size) {
        offsets.push(position);
      }
    }
    return offsets;
  }

  #sizeOf(from: number, to: number): number {
    const isUtf8 = /^utf-?8$/i.test(this.#options.charset);
    let size = 0;
    for (let at = from; at < to; at++) {
      const code = this.#text.charCodeAt(at);
      const isHalf = code >= 0xd800 && code <= 0xdfff;
      size += !isUtf8 || code < 0x80 || isHalf ? 1 : code < 0x800 ? 2 : 3;
    }
    return size;
  }

  #decode(bytes: Buffer): string {
    const text = decodeBytes(bytes, this.#options.charset);
    if (text === undefined) {
      throw new Error(`${this.#options.path}: unknown encoding ${this.#options.charset}`);
    }
    return text;
  }
}

function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
