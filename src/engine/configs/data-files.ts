import { readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { BrokenRecord, readCsvRecord } from './csv-record.ts';

/** JMeter's FileServer, as data sets use it: files that users read line by line, each line once. */
export class DataFiles {
  readonly #folder: string;
  readonly #files = new Map<string, DataFile>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** `alias` tells apart who reads together. With a header the first line is read once, when the file is first asked for. */
  reserve(name: string, charset: string, alias: string, hasHeader: boolean): DataFile {
    let file = this.#files.get(alias);
    if (!file) {
      file = new DataFile(isAbsolute(name) ? name : join(this.#folder, name), charset);
      this.#files.set(alias, file);
      if (hasHeader) {
        file.readHeader();
      }
    }
    if (hasHeader && file.header === undefined) {
      throw new Error(`Could not read file header line for file ${name}`);
    }
    return file;
  }
}

export class DataFile {
  readonly #path: string;
  readonly #charset: string;
  header: string | undefined;
  #text: string | undefined;
  #at = 0;

  constructor(path: string, charset: string) {
    this.#path = path;
    this.#charset = charset;
  }

  readHeader(): void {
    this.header = this.#nextLine();
  }

  /** Undefined at the end, unless it begins again. */
  readLine(isRecycled: boolean, skipsFirst: boolean): string | undefined {
    const line = this.#nextLine();
    if (line !== undefined || !isRecycled) {
      return line;
    }
    this.#rewind(skipsFirst);
    return this.#nextLine();
  }

  readRecord(isRecycled: boolean, skipsFirst: boolean, delimiter: string): string[] {
    const text = this.#content();
    if (isRecycled && this.#at >= text.length) {
      this.#rewind(skipsFirst);
    }
    try {
      const { fields, end } = readCsvRecord(text, this.#at, delimiter);
      this.#at = end;
      return fields;
    } catch (error) {
      if (error instanceof BrokenRecord) {
        this.#at = error.end;
      }
      throw error;
    }
  }

  #rewind(skipsFirst: boolean): void {
    this.#at = 0;
    if (skipsFirst) {
      this.#nextLine();
    }
  }

  /** As java.io.BufferedReader: lines end in a carriage return, a line feed, or both. */
  #nextLine(): string | undefined {
    const text = this.#content();
    if (this.#at >= text.length) {
      return undefined;
    }
    let end = this.#at;
    while (end < text.length && text[end] !== '\n' && text[end] !== '\r') {
      end += 1;
    }
    const line = text.slice(this.#at, end);
    this.#at = end + (text[end] === '\r' && text[end + 1] === '\n' ? 2 : 1);
    return line;
  }

  #content(): string {
    this.#text ??= read(this.#path, this.#charset);
    return this.#text;
  }
}

function read(path: string, charset: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    throw new Error(`File ${path.slice(path.lastIndexOf('/') + 1)} must exist and be readable`);
  }
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const content = hasMark ? bytes.subarray(3) : bytes;
  return content.toString(/^(?:iso-8859-1|us-ascii)$/i.test(charset) ? 'latin1' : 'utf8');
}
