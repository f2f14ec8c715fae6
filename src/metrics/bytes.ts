/** The longest varint that is read: 112 bits, more than any sum of squares needs. */
const maxVarintBytes = 16;

/** Writes the compact binary form of metrics into a buffer that grows. */
export class ByteWriter {
  #buffer: Buffer;
  #length = 0;

  constructor(capacity = 1024) {
    this.#buffer = Buffer.allocUnsafe(capacity);
  }

  /** Any non-negative whole number, also those beyond 2^53 that a double holds. */
  varint(value: number): void {
    if (!(value >= 0) || value % 1 !== 0 || value >= 2 ** 112) {
      throw new Error(`Not a whole number that can be written: ${value}`);
    }
    this.#reserve(maxVarintBytes);
    let rest = value;
    while (rest >= 2 ** 31) {
      const low = rest % 0x80;
      this.#buffer[this.#length++] = low + 0x80;
      rest = (rest - low) / 0x80;
    }
    // What is left fits into 31 bits, where shifting is quicker.
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

  /** What has been written so far. */
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

/** Reads what ByteWriter wrote; throws on anything that is cut short or out of bounds. */
export class ByteReader {
  #buffer: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#buffer = Buffer.isBuffer(bytes)
      ? bytes
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Where the next number begins. */
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

  /** Two-byte numbers are most of what histograms hold. */
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

  /** How many things follow, when each takes at least `minBytes`: rubbish cannot announce more than there is room for. */
  count(minBytes: number, what: string): number {
    return this.varintUpTo(Math.floor(this.remaining / minBytes), what);
  }

  /** Passes over a number; returns its first byte, whose lowest bit is that of the number. */
  skipVarint(): number {
    const first = this.#buffer[this.#at];
    if (first === undefined) throw new Error('the data ends in the middle of a number');
    while ((this.#buffer[this.#at++] ?? 0) >= 0x80);
    return first;
  }

  /** Passes over a text. */
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

  end(): void {
    if (this.remaining > 0) throw new Error(`${this.remaining} bytes are left over`);
  }
}
