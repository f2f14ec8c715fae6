import { quoteField } from '../../lib/csv.ts';
import { ByteArena } from './byte-arena.ts';

const initialBytes = 256 * 1024;
/** Worst case: three UTF-8 bytes per UTF-16 unit, doubled when all of them are quotes. */
const bytesPerCharacter = 6;
const maxDigits = 20;
const maxCachedTexts = 10_000;
const maxCachedLength = 200;
const comma = 0x2c;
const lineFeed = 0x0a;
const zero = 0x30;

/** CSV lines, encoded immediately: buffered strings would burden the garbage collector. */
export class CsvLines {
  #bytes = Buffer.allocUnsafe(initialBytes);
  #filled = 0;
  #seconds = Number.NaN;
  #secondsDigits = Buffer.alloc(0);
  /** Encoded labels, user names and addresses, which repeat. */
  readonly #cached = new Map<string, Uint8Array>();
  readonly #arena = new ByteArena();
  readonly #maxCached: number;

  constructor(maxCached = maxCachedTexts) {
    this.#maxCached = maxCached;
  }

  get length(): number {
    return this.#filled;
  }

  text(text: string): void {
    if (text === '') {
      this.#ensureCapacity(1);
      this.#bytes[this.#filled++] = comma;
      return;
    }
    const cached = this.#cached.get(text);
    if (cached === undefined) {
      this.#uncachedText(text);
      return;
    }
    this.#ensureCapacity(cached.length + 1);
    this.#bytes.set(cached, this.#filled);
    this.#filled += cached.length;
    this.#bytes[this.#filled++] = comma;
  }

  #uncachedText(text: string): void {
    const quoted = quoteField(text);
    if (text.length <= maxCachedLength && this.#cached.size < this.#maxCached) {
      this.#cached.set(text, this.#arena.keep(Buffer.from(quoted)));
    }
    this.#ensureCapacity(text.length * bytesPerCharacter + 3);
    this.#filled += this.#bytes.write(quoted, this.#filled);
    this.#bytes[this.#filled++] = comma;
  }

  /** Appends values that are encoded already, with their commas. */
  encoded(values: Uint8Array): void {
    const { length } = values;
    this.#ensureCapacity(length);
    this.#bytes.set(values, this.#filled);
    this.#filled += length;
  }

  /** Epoch milliseconds. The digits of the seconds are cached, because most lines share them. */
  time(ms: number): void {
    if (!(ms >= 1000)) {
      this.number(ms);
      return;
    }
    const seconds = Math.floor(ms / 1000);
    if (seconds !== this.#seconds) {
      this.#seconds = seconds;
      this.#secondsDigits = Buffer.from(String(seconds));
    }
    const text = this.#secondsDigits;
    const rest = ms - seconds * 1000;
    this.#ensureCapacity(maxDigits);
    const bytes = this.#bytes;
    let at = this.#filled;
    for (let digit = 0; digit < text.length; digit++) {
      bytes[at++] = text[digit]!;
    }
    const hundreds = (rest / 100) | 0;
    const tens = ((rest - hundreds * 100) / 10) | 0;
    bytes[at++] = zero + hundreds;
    bytes[at++] = zero + tens;
    bytes[at++] = zero + rest - hundreds * 100 - tens * 10;
    bytes[at++] = comma;
    this.#filled = at;
  }

  /** A whole number. Negative numbers and numbers too large for exact division take the slow path. */
  number(value: number): void {
    if (value < 0 || value > 1e15) {
      this.text(String(value));
      return;
    }
    this.#ensureCapacity(maxDigits);
    const bytes = this.#bytes;
    if (value < 10) {
      bytes[this.#filled++] = zero + value;
      bytes[this.#filled++] = comma;
      return;
    }
    let rest = value;
    let digits = 1;
    for (let power = 10; power <= value; power *= 10) {
      digits += 1;
    }
    for (let at = this.#filled + digits - 1; at >= this.#filled; at--) {
      const tens = Math.floor(rest / 10);
      bytes[at] = zero + rest - tens * 10;
      rest = tens;
    }
    this.#filled += digits;
    bytes[this.#filled++] = comma;
  }

  /** Replaces the last comma by a line feed. */
  endLine(): void {
    this.#bytes[this.#filled - 1] = lineFeed;
  }

  /** All lines so far. The memory is reused by the next write. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#filled);
    this.#filled = 0;
    return taken;
  }

  #ensureCapacity(bytes: number): void {
    if (this.#filled + bytes > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(2 * this.#bytes.length + bytes);
      this.#bytes.copy(larger, 0, 0, this.#filled);
      this.#bytes = larger;
    }
  }
}
