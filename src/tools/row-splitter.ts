import { RowScanner } from '../lib/row-scanner.ts';

/** Selects the rows of one part from the bytes of a file. */
export class RowSplitter {
  /** Rows of the file, and of this part, without the header. */
  rows = 0;
  kept = 0;
  readonly #part: { index: number; count: number };
  readonly #scanner = new RowScanner();
  #isHeader: boolean;
  /** Start of a row whose end has not been read. */
  #rest: Buffer = Buffer.alloc(0);

  constructor(hasHeader: boolean, part: { index: number; count: number }) {
    this.#isHeader = hasHeader;
    this.#part = part;
  }

  /** Returns the bytes of this part that are complete with `bytes`. */
  take(bytes: Buffer): Buffer {
    const kept = Buffer.allocUnsafe(this.#rest.length + bytes.length);
    let length = 0;
    let start = 0;
    for (let at = 0; at < bytes.length; at++) {
      if (!this.#scanner.endsRow(bytes[at]!)) continue;
      if (this.#isOwnRow()) {
        length += this.#rest.copy(kept, length);
        length += bytes.copy(kept, length, start, at + 1);
      }
      this.#rest = this.#rest.subarray(0, 0);
      start = at + 1;
    }
    if (start < bytes.length) this.#rest = Buffer.concat([this.#rest, bytes.subarray(start)]);
    return kept.subarray(0, length);
  }

  /** The last row may have no line feed. */
  end(): Buffer {
    const isOwn = this.#rest.length > 0 && this.#isOwnRow();
    return isOwn ? this.#rest : Buffer.alloc(0);
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
