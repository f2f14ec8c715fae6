import type { JsonValue } from '../json/json-types.ts';
import { BrokenJson, parseLeniently } from '../json/lenient-json.ts';
import type { JsonPath } from './json-path.ts';

/** Numbers and names with which JavaScript's own parser would lose something; found within texts too, at no harm. */
const unusual = /[:,[\s]-?(?:[\d.]{16}|\d+\.0+[\s,\]}]|[\d.]+[eE])|"\d+"\s*:/;

/** Reads JSON as json-smart does, and the text it read last only once: the next extractor is likely to ask for it. */
export class JsonReader {
  #text: string | undefined;
  #fast: JsonValue | undefined;
  #exact: JsonValue | undefined;
  #problem: BrokenJson | undefined;

  /** What a path leads to. Throws BrokenJson, and what the path throws. */
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
      // Its message may have to show numbers.
    }
    return path.read(nonNull(this.read(text)));
  }

  /** All of it, numbers as they were written and names in their order. */
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

  /** Undefined when only json-smart may be able to read it. */
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
        // Broken for JavaScript, perhaps not for json-smart.
      }
    }
    return this.#fast;
  }
}

const isPlain = (value: JsonValue) =>
  typeof value === 'string' || typeof value === 'boolean' || value === null;

/** Jayway refuses a document that is nothing but null. */
export class NoDocument extends Error {}

function nonNull(value: JsonValue): JsonValue {
  if (value === null) {
    throw new NoDocument('root can not be null');
  }
  return value;
}
