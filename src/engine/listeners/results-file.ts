import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Result } from '../sampling/result.ts';
import type { ResultFormat } from './result-format.ts';

const maxBuffered = 64 * 1024;
const closing = '</testResults>';
/** The header, the first and the last line of results without any attribute. */
const minXmlBytes = 65;

/** A file that listeners write results to, each result once however many of them name it in the same words. */
export class ResultsFile {
  readonly #path: string;
  readonly #writtenAs = new Map<string, WeakSet<Result>>();
  #descriptor: number | undefined;
  #buffer = '';
  #end = '';

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * What is there already stays, except that XML without its end is begun anew; a new file begins and ends as whoever opens
   * it first has it.
   */
  open(format: ResultFormat): void {
    if (this.#descriptor !== undefined) {
      return;
    }
    mkdirSync(dirname(this.#path), { recursive: true });
    const isContinued = format.isXml ? this.#takeOffEnd() : existsSync(this.#path);
    if (!isContinued) {
      writeFileSync(this.#path, '');
    }
    this.#descriptor = openSync(this.#path, 'a');
    this.#end = format.end;
    if (!isContinued) {
      this.#add(format.start);
      // Other workers write to the same file.
      this.#flush();
    }
  }

  #takeOffEnd(): boolean {
    // What is no file, such as a device, has no size.
    if (!existsSync(this.#path) || statSync(this.#path).size < minXmlBytes) {
      return false;
    }
    const bytes = readFileSync(this.#path);
    const at = bytes.lastIndexOf(closing);
    // JMeter looks for it only in the last few characters of what is long enough to be a file of results.
    if (at < 0 || at < bytes.length - closing.length - 10) {
      return false;
    }
    truncateSync(this.#path, at);
    return true;
  }

  /** What was written for listeners that have this name for it: JMeter marks results by the text of the name, wherever it leads. */
  writtenAs(name: string): WeakSet<Result> {
    const written = this.#writtenAs.get(name) ?? new WeakSet();
    this.#writtenAs.set(name, written);
    return written;
  }

  write(result: Result, format: ResultFormat, written: WeakSet<Result>): void {
    if (this.#descriptor === undefined || written.has(result)) {
      return;
    }
    written.add(result);
    this.#add(format.write(result));
  }

  #add(text: string): void {
    this.#buffer += text;
    if (this.#buffer.length > maxBuffered) {
      this.#flush();
    }
  }

  #flush(): void {
    if (this.#descriptor !== undefined && this.#buffer !== '') {
      const text = this.#buffer;
      this.#buffer = '';
      try {
        writeFileSync(this.#descriptor, text);
      } catch (error) {
        closeSync(this.#descriptor);
        this.#descriptor = undefined;
        throw error;
      }
    }
  }

  close(): void {
    if (this.#descriptor !== undefined) {
      this.#add(this.#end);
    }
    this.#flush();
    if (this.#descriptor !== undefined) {
      closeSync(this.#descriptor);
      this.#descriptor = undefined;
    }
  }
}
