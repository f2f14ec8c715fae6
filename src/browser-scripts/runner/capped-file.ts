import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';

/** How far several writers may go before they look again how large the file has become. */
const stepBytes = 64 * 1024;

/** A file that several processes append whole lines to, up to a size; the last line says that there would be more. */
export class CappedFile {
  readonly #fd: number;
  readonly #maxBytes: number;
  readonly #lastLine: string;
  #sizeBytes: number;
  #sinceLook = 0;
  #isFull = false;

  constructor(path: string, maxBytes: number, lastLine: string) {
    this.#fd = openSync(path, 'a', 0o644);
    this.#maxBytes = maxBytes;
    this.#lastLine = lastLine;
    this.#sizeBytes = fstatSync(this.#fd).size;
  }

  /** Writes the line at once, or not at all. What cannot be written is left out: nothing that counts is in such a file. */
  append(line: string, maxBytes = this.#maxBytes): void {
    if (this.#isFull || this.#sizeBytes > maxBytes) {
      return;
    }
    const bytes = Buffer.from(line);
    this.#write(bytes);
    this.#sizeBytes += bytes.length;
    this.#sinceLook += bytes.length;
    if (this.#sinceLook > stepBytes || this.#sizeBytes > this.#maxBytes) {
      this.#sizeBytes = fstatSync(this.#fd).size;
      this.#sinceLook = 0;
    }
    if (this.#sizeBytes > this.#maxBytes) {
      this.#isFull = true;
      this.#write(Buffer.from(this.#lastLine));
    }
  }

  close(): void {
    closeSync(this.#fd);
  }

  #write(bytes: Buffer): void {
    try {
      writeSync(this.#fd, bytes);
    } catch {
      this.#isFull = true;
    }
  }
}
