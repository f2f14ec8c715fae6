import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import type { Environment } from '../core.ts';
import { LocalNumbers, type SharedNumber, type SharedNumbers } from '../state/shared-numbers.ts';
import { decodeBytes } from '../text/decode.ts';
import { LeasedFile } from './leased-file.ts';
import { readRecord } from './read-record.ts';

/** A file with a read position shared by users: an entry of JMeter's FileServer. */
export class SharedFile {
  readonly path: string;
  /** First line; undefined when the file is empty or was opened without a header. */
  header: string | undefined;
  readonly #charset: string;
  /** Contents of all files of the plan, shared by users with separate positions. */
  readonly #texts: Map<string, string>;
  #text: string | undefined;
  /** Shared position in characters. */
  readonly #place: SharedNumber;
  /** The position while the lock is held. */
  #at = 0;

  constructor(path: string, charset: string, texts: Map<string, string>, place: SharedNumber) {
    this.path = path;
    this.#texts = texts;
    this.#charset = charset;
    this.#place = place;
  }

  /** Reads the first line; the first user of all workers skips it for the others. */
  readHeader(): void {
    const text = this.#open();
    this.#go(() => {
      const before = this.#at;
      this.#at = 0;
      this.header = this.#nextLine(text);
      this.#at = Math.max(this.#at, before);
    });
  }

  /** Undefined at the end. */
  readLine(isRecycled: boolean, isFirstIgnored: boolean): string | undefined {
    const text = this.#open();
    return this.#go(() => {
      const line = this.#nextLine(text);
      if (line !== undefined || !isRecycled) {
        return line;
      }
      this.#at = 0;
      if (isFirstIgnored) {
        this.#nextLine(text);
      }
      return this.#nextLine(text);
    });
  }

  /** The fields of a record with optional quotes; empty at the end. */
  readRecord(isRecycled: boolean, isFirstIgnored: boolean, delimiter: string): string[] {
    const text = this.#open();
    return this.#go((isNew) => {
      const isAtEnd = isRecycled && this.#at >= text.length;
      if (isNew || isAtEnd) {
        this.#at = 0;
        if (isFirstIgnored) {
          this.#nextLine(text);
        }
      }
      try {
        const { fields, at } = readRecord(text, this.#at, delimiter);
        this.#at = at;
        return fields;
      } catch (error) {
        this.#at = (error as { at?: number }).at ?? this.#at;
        throw error;
      }
    });
  }

  /** Reads under the lock of the file position. */
  #go<T>(read: (isNew: boolean) => T): T {
    return this.#place.hold((place) => {
      this.#at = place.value ?? 0;
      try {
        return read(place.value === undefined);
      } finally {
        place.value = this.#at;
      }
    });
  }

  /** Reads the file once; later changes are ignored. */
  #open(): string {
    if (this.#text === undefined) {
      let key: string;
      let bytes: Buffer;
      try {
        const { mtimeMs, size } = statSync(this.path);
        key = [this.path, this.#charset, mtimeMs, size].join('\n');
        const known = this.#texts.get(key);
        if (known !== undefined) {
          this.#text = known;
          return known;
        }
        bytes = readFileSync(this.path);
      } catch {
        throw new Error(`File ${this.path} must exist and be readable`);
      }
      const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
      const text = decodeBytes(hasMark ? bytes.subarray(3) : bytes, this.#charset);
      if (text === undefined) {
        throw new Error(`${this.path}: unknown encoding ${this.#charset}`);
      }
      this.#text = text;
      this.#texts.set(key, text);
    }
    return this.#text;
  }

  /** Java's BufferedReader.readLine. */
  #nextLine(text: string): string | undefined {
    if (this.#at >= text.length) {
      return undefined;
    }
    const start = this.#at;
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    const carriage = text.indexOf('\r', start);
    if (carriage >= 0 && carriage < end) {
      this.#at = carriage + (text.charAt(carriage + 1) === '\n' ? 2 : 1);
      return text.slice(start, carriage);
    }
    this.#at = end + 1;
    return text.slice(start, end);
  }
}

/** Files of a plan by the alias under which they are shared: JMeter's FileServer. */
export class SharedFiles {
  readonly #environment: Environment;
  readonly #files = new Map<string, SharedFile>();
  readonly #texts = new Map<string, string>();
  readonly #leased = new Map<string, LeasedFile>();

  readonly #numbers: SharedNumbers;
  readonly #localNumbers = new LocalNumbers();

  constructor(environment: Environment, numbers: SharedNumbers) {
    this.#environment = environment;
    this.#numbers = numbers;
  }

  /** The leased rows of a file; undefined when it is not leased. */
  leased(name: string): LeasedFile | undefined {
    const path = this.#pathOf(name);
    const options = this.#environment.leasedFiles?.find((each) => this.#pathOf(each.name) === path);
    if (options === undefined) {
      return undefined;
    }
    const file = this.#leased.get(path) ?? new LeasedFile(options, this.#numbers);
    this.#leased.set(path, file);
    return file;
  }

  #pathOf(name: string): string {
    return resolve(this.#environment.filesFolder, name);
  }

  /** The first user determines encoding and header. A file of a single user is not shared with other workers. */
  reserve(
    { name, charset, alias, isOwn }: { name: string; charset: string; alias: string; isOwn: boolean },
    hasHeader: boolean,
  ): SharedFile {
    if (name === '') {
      throw new Error('Filename must not be null or empty');
    }
    let file = this.#files.get(alias);
    if (!file) {
      const path = isAbsolute(name) ? name : this.#pathOf(name);
      const numbers = isOwn ? this.#localNumbers : this.#numbers;
      file = new SharedFile(path, charset, this.#texts, numbers.at(`file ${alias}`));
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
