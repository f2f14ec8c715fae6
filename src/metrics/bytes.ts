import type { TextCache } from './text-cache.ts';

/** Maximum varint length: 112 bits, more than any sum of squares needs. */
const maxVarintBytes = 16;

/** Writes the binary format of metrics into a growing buffer. */
export class ByteWriter {
  #buffer: Buffer;
  #length = 0;

  constructor(capacity = 1024) {
    this.#buffer = Buffer.allocUnsafe(capacity);
  }

  /** Writes a non-negative integer, including doubles above 2^53. */
  varint(value: number): void {
    if (!(value >= 0) || value % 1 !== 0 || value >= 2 ** 112) {
      throw new Error(`${value} is not a non-negative integer.`);
    }
    this.#reserve(maxVarintBytes);
    let rest = value;
    while (rest >= 2 ** 31) {
      const low = rest % 0x80;
      this.#buffer[this.#length++] = low + 0x80;
      rest = (rest - low) / 0x80;
    }
    // The rest fits into 31 bits, where shifting is faster.
    for (; rest >= 0x80; rest >>>= 7) this.#buffer[this.#length++] = (rest & 0x7f) | 0x80;
    this.#buffer[this.#length++] = rest;
  }

  text(text: string): void {
    const size = Buffer.byteLength(text);
    this.varint(size);
    this.#reserve(size);
    this.#length += this.#buffer.write(text, this.#length, 'utf8');
  }

  append(bytes: Buffer): void {
    this.#reserve(bytes.length);
    bytes.copy(this.#buffer, this.#length);
    this.#length += bytes.length;
  }

  get length(): number {
    return this.#length;
  }

  /** The bytes written so far. */
  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#length + more));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}

/** Reads the format of ByteWriter; throws on truncated or out-of-range data. */
export class ByteReader {
  #buffer: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#buffer = Buffer.isBuffer(bytes)
      ? bytes
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Current offset. */
  get at(): number {
    return this.#at;
  }

  set at(place: number) {
    this.#at = place;
  }

  get size(): number {
    return this.#buffer.length;
  }

  get remaining(): number {
    return this.#buffer.length - this.#at;
  }

  varint(): number {
    const first = this.#buffer[this.#at];
    if (first === undefined || first >= 0x80) return this.#longVarint();
    this.#at++;
    return first;
  }

  #longVarint(): number {
    let value = 0;
    let scale = 1;
    for (let place = 0; place < maxVarintBytes; place++) {
      const byte = this.#buffer[this.#at++];
      if (byte === undefined) throw new Error('the data ends in the middle of a number');
      if (byte < 0x80) return value + byte * scale;
      value += (byte - 0x80) * scale;
      scale *= 0x80;
    }
    throw new Error('a number is too long');
  }

  /** Fast path for varints of up to two bytes, the most frequent in histograms. */
  shortVarint(): number {
    const at = this.#at;
    const buffer = this.#buffer;
    if (at + 1 >= buffer.length) return this.varint();
    const first = buffer[at]!;
    if (first < 0x80) {
      this.#at = at + 1;
      return first;
    }
    const second = buffer[at + 1]!;
    if (second >= 0x80) return this.#longVarint();
    this.#at = at + 2;
    return (first & 0x7f) | (second << 7);
  }

  /** A varint that must not exceed `max`. */
  varintUpTo(max: number, what: string): number {
    const value = this.varint();
    if (value > max) throw new Error(`${what} is ${value}, more than ${max}`);
    return value;
  }

  /** Reads a count of items of at least `minBytes` each, so that corrupt data cannot cause large allocations. */
  count(minBytes: number, what: string): number {
    return this.varintUpTo(Math.floor(this.remaining / minBytes), what);
  }

  /** Skips a number; returns its first byte, which contains its lowest bit. */
  skipVarint(): number {
    const first = this.#buffer[this.#at];
    if (first === undefined) throw new Error('the data ends in the middle of a number');
    while ((this.#buffer[this.#at++] ?? 0) >= 0x80);
    return first;
  }

  /** Skips a text. */
  skipText(): void {
    const size = this.count(1, 'the length of a text');
    this.#at += size;
  }

  text(): string {
    const size = this.count(1, 'the length of a text');
    const start = this.#at;
    this.#at += size;
    return this.#buffer.toString('utf8', start, this.#at);
  }

  /** The text at the current position, which was read before; undefined, without moving on, if it is not in the cache. */
  knownText(cache: TextCache): string | undefined {
    const start = this.#at;
    const size = this.count(1, 'the length of a text');
    const text = cache.find(this.#buffer, this.#at, size);
    this.#at = text === undefined ? start : this.#at + size;
    return text;
  }

  end(): void {
    if (this.remaining > 0) throw new Error(`${this.remaining} bytes are left over`);
  }
}
