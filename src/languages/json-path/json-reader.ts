import type { JsonValue } from '../json/json-types.ts';
import { BrokenJson, parseLeniently } from '../json/lenient-json.ts';
import type { JsonPath } from './json-path.ts';

/** Matches numbers and names that JSON.parse would alter. False matches within strings only cost time. */
const unusual = /[:,[\s]-?(?:[\d.]{16}|\d+\.0+[\s,\]}]|[\d.]+[eE])|"\d+"\s*:/;

/** Parses JSON as json-smart does. Caches the last text, which the next extractor usually reads too. */
export class JsonReader {
  #text: string | undefined;
  #fast: JsonValue | undefined;
  #exact: JsonValue | undefined;
  #problem: BrokenJson | undefined;

  /** Values that a path selects. Throws BrokenJson, and the errors of the path. */
  find(text: string, path: JsonPath): JsonValue[] {
    const fast = this.#readFast(text);
    if (fast === undefined) {
      return path.read(nonNull(this.read(text)));
    }
    try {
      const found = path.read(fast);
      if (path.isDefinite && found.every(isPlain)) {
        return found;
      }
    } catch {
      // The message may contain numbers, which must be exact.
    }
    return path.read(nonNull(this.read(text)));
  }

  /** The whole document, with numbers as written and names in their order. */
  read(text: string): JsonValue {
    const fast = this.#readFast(text);
    if (this.#exact === undefined && !this.#problem) {
      this.#readExactly(text, fast);
    }
    if (this.#problem || this.#exact === undefined) {
      throw this.#problem ?? new BrokenJson('nothing');
    }
    return this.#exact;
  }

  #readExactly(text: string, fast: JsonValue | undefined): void {
    if (fast !== undefined && !unusual.test(text)) {
      this.#exact = fast;
      return;
    }
    try {
      this.#exact = parseLeniently(text);
    } catch (error) {
      if (!(error instanceof BrokenJson)) {
        throw error;
      }
      this.#problem = error;
    }
  }

  /** Returns undefined where JSON.parse fails and json-smart may succeed. */
  #readFast(text: string): JsonValue | undefined {
    if (text === this.#text) {
      return this.#fast;
    }
    this.#text = text;
    this.#exact = undefined;
    this.#problem = undefined;
    this.#fast = undefined;
    if (/^\s*[{[]/.test(text)) {
      try {
        this.#fast = JSON.parse(text) as JsonValue;
      } catch {
        // Invalid for JSON.parse; json-smart is more lenient.
      }
    }
    return this.#fast;
  }
}

const isPlain = (value: JsonValue) =>
  typeof value === 'string' || typeof value === 'boolean' || value === null;

/** Jayway rejects the document `null`. */
export class NoDocument extends Error {}

function nonNull(value: JsonValue): JsonValue {
  if (value === null) {
    throw new NoDocument('root can not be null');
  }
  return value;
}
