import { closeSync, existsSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Result } from '../sampling/result.ts';

const mostBuffered = 64 * 1024;

/** A file that listeners write results to, each result once however many of them name it. */
export class ResultsFile {
  readonly #path: string;
  readonly #written = new WeakSet<Result>();
  #descriptor: number | undefined;
  #buffer = '';

  constructor(path: string) {
    this.#path = path;
  }

  /** What is there already stays; a new file begins with the header of whoever opens it. */
  open(header: string | undefined): void {
    if (this.#descriptor !== undefined) {
      return;
    }
    const isNew = !existsSync(this.#path);
    mkdirSync(dirname(this.#path), { recursive: true });
    this.#descriptor = openSync(this.#path, 'a');
    if (isNew && header !== undefined) {
      this.#add(header);
      // Other workers write to the same file.
      this.#flush();
    }
  }

  write(result: Result, lines: readonly string[]): void {
    if (this.#descriptor === undefined || this.#written.has(result)) {
      return;
    }
    this.#written.add(result);
    for (const line of lines) {
      this.#add(line);
    }
  }

  #add(line: string): void {
    this.#buffer += `${line}\n`;
    if (this.#buffer.length > mostBuffered) {
      this.#flush();
    }
  }

  #flush(): void {
    if (this.#descriptor !== undefined && this.#buffer !== '') {
      writeSync(this.#descriptor, this.#buffer);
      this.#buffer = '';
    }
  }

  close(): void {
    this.#flush();
    if (this.#descriptor !== undefined) {
      closeSync(this.#descriptor);
      this.#descriptor = undefined;
    }
  }
}
