const lineFeed = 0x0a;
const quote = 0x22;
/** What precedes a quoted value: separators of CSV dialects, or the previous row. */
const separators = new Set([0x2c, 0x3b, 0x09, 0x7c, lineFeed]);
/** A longer quoted value is a stray quote: the next line feed ends the row. */
const maxQuotedBytes = 64 * 1024;

/** Selects the rows of one part from the bytes of a file. A row may contain line feeds within quotes. */
export class RowSplitter {
  /** Rows of the file, and of this part, without the header. */
  rows = 0;
  kept = 0;
  readonly #part: { index: number; count: number };
  #isHeader: boolean;
  /** The beginning of a row whose end has not been read. */
  #rest: Buffer = Buffer.alloc(0);
  #before = lineFeed;
  #isQuoted = false;
  /** The byte before was the end of a quoted value, unless another quote follows. */
  #isClosed = false;
  #quotedBytes = 0;

  constructor(hasHeader: boolean, part: { index: number; count: number }) {
    this.#isHeader = hasHeader;
    this.#part = part;
  }

  /** Returns the bytes of this part that are complete with these. */
  take(bytes: Buffer): Buffer {
    const kept = Buffer.allocUnsafe(this.#rest.length + bytes.length);
    let length = 0;
    let start = 0;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (byte === lineFeed && !this.#isQuotedAt()) {
        if (this.#isOwnRow()) {
          length += this.#rest.copy(kept, length);
          length += bytes.copy(kept, length, start, at + 1);
        }
        this.#rest = this.#rest.subarray(0, 0);
        start = at + 1;
      } else if (byte === quote) this.#quote();
      else if (this.#isClosed) this.#isClosed = false;
      if (this.#isQuoted) this.#quotedBytes += 1;
      this.#before = byte;
    }
    if (start < bytes.length) this.#rest = Buffer.concat([this.#rest, bytes.subarray(start)]);
    return kept.subarray(0, length);
  }

  /** The last row may have no line feed. */
  end(): Buffer {
    const isOwn = this.#rest.length > 0 && this.#isOwnRow();
    return isOwn ? this.#rest : Buffer.alloc(0);
  }

  #isQuotedAt(): boolean {
    if (this.#isQuoted && this.#quotedBytes > maxQuotedBytes) this.#isQuoted = false;
    return this.#isQuoted;
  }

  /** A doubled quote within a value ends and begins it. */
  #quote(): void {
    if (this.#isQuoted) {
      this.#isQuoted = false;
      this.#isClosed = true;
    } else if (this.#isClosed || separators.has(this.#before)) {
      this.#isQuoted = true;
      this.#quotedBytes = this.#isClosed ? this.#quotedBytes : 0;
      this.#isClosed = false;
    }
  }

  #isOwnRow(): boolean {
    if (this.#isHeader) {
      this.#isHeader = false;
      return true;
    }
    const isOwn = this.rows % this.#part.count === this.#part.index;
    this.rows += 1;
    this.kept += isOwn ? 1 : 0;
    return isOwn;
  }
}
