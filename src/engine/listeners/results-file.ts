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
import type { Result } from '../state/result.ts';
import type { ResultFormat } from './result-format.ts';

const maxBuffered = 64 * 1024;
const closing = '</testResults>';
/** Size of a file with a header and empty results. */
const minXmlBytes = 65;

/** A results file. Each result is written once, even if several listeners use the same file name. */
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
   * Existing content is kept, but XML without its closing tag is overwritten. The first listener that opens a new file
   * decides its header and footer.
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
      // Written immediately, because other workers append to the same file.
      this.#flush();
    }
  }

  #takeOffEnd(): boolean {
    // Devices have no size.
    if (!existsSync(this.#path) || statSync(this.#path).size < minXmlBytes) {
      return false;
    }
    const bytes = readFileSync(this.#path);
    const at = bytes.lastIndexOf(closing);
    // JMeter checks only the last few characters, and only of files of sufficient length.
    if (at < 0 || at < bytes.length - closing.length - 10) {
      return false;
    }
    truncateSync(this.#path, at);
    return true;
  }

  /** Results written under this name: JMeter marks results by the file name as written, not by the resolved file. */
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
