import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';

/** Bytes that each writer may append before it checks the size of the file again. */
const stepBytes = 64 * 1024;

/** A file to which several processes append complete lines, up to a size limit; the last line notes the truncation. */
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

  /** Writes the line synchronously, or omits it: such a file contains no samples. */
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
