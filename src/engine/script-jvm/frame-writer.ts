const lengthBytes = 4;
const shortLength = 24;

/** Collects frames, each preceded by its length. Numbers are big-endian; a length of -1 is a missing value. */
export class FrameWriter {
  #bytes = Buffer.allocUnsafe(1 << 16);
  #at = 0;
  #frameAt = 0;

  get isEmpty(): boolean {
    return this.#at === 0;
  }

  begin(kind: number): void {
    this.#frameAt = this.#at;
    this.int(0);
    this.byte(kind);
  }

  end(): void {
    this.#bytes.writeInt32BE(this.#at - this.#frameAt - lengthBytes, this.#frameAt);
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#at] = value;
    this.#at += 1;
  }

  int(value: number): void {
    this.#reserve(lengthBytes);
    this.#at = this.#bytes.writeInt32BE(value, this.#at);
  }

  text(value: string | undefined): void {
    if (value === undefined) {
      this.int(-1);
      return;
    }
    // A UTF-16 unit takes three bytes at most.
    this.#reserve(lengthBytes + value.length * 3);
    const length =
      value.length <= shortLength && this.#writeAscii(value)
        ? value.length
        : this.#bytes.write(value, this.#at + lengthBytes, 'utf8');
    this.#bytes.writeInt32BE(length, this.#at);
    this.#at += lengthBytes + length;
  }

  /** Fast path for short texts. Returns false if the text is not ASCII. */
  #writeAscii(value: string): boolean {
    const start = this.#at + lengthBytes;
    for (let at = 0; at < value.length; at++) {
      const unit = value.charCodeAt(at);
      if (unit > 0x7f) {
        return false;
      }
      this.#bytes[start + at] = unit;
    }
    return true;
  }

  bytes(value: Uint8Array): void {
    this.#reserve(lengthBytes + value.length);
    this.#bytes.writeInt32BE(value.length, this.#at);
    this.#bytes.set(value, this.#at + lengthBytes);
    this.#at += lengthBytes + value.length;
  }

  /** Reserves space for a number; returns its position for `setInt`. */
  placeInt(): number {
    const at = this.#at;
    this.int(0);
    return at;
  }

  setInt(at: number, value: number): void {
    this.#bytes.writeInt32BE(value, at);
  }

  /** Returns all frames and empties the writer. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#at));
    this.#at = 0;
    return taken;
  }

  #reserve(count: number): void {
    const needed = this.#at + count;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#at);
      this.#bytes = larger;
    }
  }
}
