const lineFeed = 0x0a;
const quote = 0x22;
/** What precedes a quoted value: separators of CSV dialects, or the previous row. */
const separators = new Set([0x2c, 0x3b, 0x09, 0x7c, lineFeed]);
/** A longer quoted value is a stray quote: the next line feed ends the row. */
const maxQuotedBytes = 64 * 1024;

/** Finds the ends of rows in the bytes of a CSV file. A row may contain line feeds within quotes. */
export class RowScanner {
  #before = lineFeed;
  #isQuoted = false;
  /** The byte before was the end of a quoted value, unless another quote follows. */
  #isClosed = false;
  #quotedBytes = 0;

  /** Whether the next byte of the file ends a row. */
  endsRow(byte: number): boolean {
    const isEnd = byte === lineFeed && !this.#isQuotedHere();
    if (!isEnd) {
      if (byte === quote) this.#quote();
      else if (this.#isClosed) this.#isClosed = false;
    }
    if (this.#isQuoted) this.#quotedBytes += 1;
    this.#before = byte;
    return isEnd;
  }

  #isQuotedHere(): boolean {
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
}
