import { JavaNumber } from './java-number.ts';
import type { JsonObject, JsonValue } from './json-types.ts';
import { BrokenJson, parseLeniently } from './lenient-json.ts';

/** Numbers and names with which JavaScript's own parser would lose something; found within texts too, at no harm. */
const unusual = /[:,[\s]-?(?:[\d.]{16}|\d+\.0+[\s,\]}]|[\d.]+[eE])|"\d+"\s*:|"__proto__"/;

/** Throws BrokenJson. Reads with the fast parser what that reads alike. */
function parseJson(text: string): JsonValue {
  if (!unusual.test(text) && /^\s*[{[]/.test(text)) {
    try {
      return JSON.parse(text) as JsonValue;
    } catch {
      // Broken for JavaScript, perhaps not for json-smart.
    }
  }
  return parseLeniently(text);
}

/** The last text is likely to be asked for again, by the next extractor. */
export class JsonReader {
  #text: string | undefined;
  #value: JsonValue = null;
  #problem: BrokenJson | undefined;

  read(text: string): JsonValue {
    if (text !== this.#text) {
      this.#text = text;
      this.#problem = undefined;
      try {
        this.#value = parseJson(text);
      } catch (error) {
        if (!(error instanceof BrokenJson)) {
          throw error;
        }
        this.#problem = error;
      }
    }
    if (this.#problem) {
      throw this.#problem;
    }
    return this.#value;
  }
}

export function isObject(value: JsonValue): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JavaNumber)
  );
}

export function getProperty(object: JsonObject, name: string): JsonValue | undefined {
  if (object instanceof Map) {
    return object.get(name);
  }
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

export function entriesOf(object: JsonObject): [string, JsonValue][] {
  return object instanceof Map ? [...object] : Object.entries(object);
}
