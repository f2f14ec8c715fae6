import { JavaNumber } from '../java/java-number.ts';
import { javaText, jsonText } from '../json/json-text.ts';
import type { JsonObject, JsonValue } from '../json/json-types.ts';
import { getProperty, isObject, valuesOf } from '../json/json-value.ts';
import { isAccepted } from './json-filter.ts';
import type { JsonPathToken } from './json-path-token.ts';
import { isDefinite, isDefiniteToken, parseJsonPath } from './parse-json-path.ts';

/** Jayway's PathNotFoundException, with its message. */
export class PathNotFound extends Error {}
/** Jayway's InvalidPathException for values that a filter does not apply to. */
export class WrongPath extends Error {}
/** A result whose correctness is unproven, which only the document reveals. */
export class UnprovenAnswer extends Error {}

/** A compiled path, reusable for many documents. */
export class JsonPath {
  readonly isDefinite: boolean;
  readonly #tokens: readonly JsonPathToken[];
  /** Per token, whether all tokens before it select single values: then a missing value is an error. */
  readonly #isUpstreamDefinite: readonly boolean[];

  constructor(written: string) {
    this.#tokens = parseJsonPath(written);
    this.isDefinite = isDefinite(this.#tokens);
    this.#isUpstreamDefinite = definiteUpstream(this.#tokens);
  }

  /** All matching values. A definite path returns exactly one, or throws PathNotFound. */
  read(document: JsonValue): JsonValue[] {
    const found: JsonValue[] = [];
    this.#evaluate(0, document, document, found);
    if (this.isDefinite) {
      const last = found.at(-1);
      if (last === undefined) {
        throw new PathNotFound(`No results for path: ${this.#text(this.#tokens.length)}`);
      }
      return [last];
    }
    return found;
  }

  #evaluate(at: number, model: JsonValue, root: JsonValue, found: JsonValue[]): void {
    const token = this.#tokens[at];
    if (!token) {
      found.push(model);
      return;
    }
    switch (token.kind) {
      case 'property':
        this.#property(token.names, at, model, root, found);
        return;
      case 'index':
        if (this.#isArray(at, model)) {
          for (const index of token.indexes) {
            this.#index(index, at, model, root, found);
          }
        }
        return;
      case 'slice':
        if (this.#isArray(at, model)) {
          for (const index of sliced(token.from, token.to, model.length)) {
            this.#index(index, at, model, root, found);
          }
        }
        return;
      case 'wildcard':
        this.#wildcard(at, model, root, found);
        return;
      case 'scan':
        this.#walk(at + 1, model, root, found);
        return;
      case 'filter':
        this.#filter(token, at, model, root, found);
    }
  }

  #property(
    names: readonly string[],
    at: number,
    model: JsonValue,
    root: JsonValue,
    found: JsonValue[],
  ): void {
    const isUpstreamDefinite = this.#isUpstreamDefinite[at] === true;
    if (!isObject(model)) {
      if (isUpstreamDefinite) {
        throw new PathNotFound(
          `Expected to find an object with property ${this.#fragment(at)} in path ${this.#path(at)} but found '${javaClass(model)}'. This is not a json object according to the JsonProvider: 'com.jayway.jsonpath.spi.json.JsonSmartJsonProvider'.`,
        );
      }
      return;
    }
    const isLeaf = at === this.#tokens.length - 1;
    if (names.length > 1 && isLeaf) {
      found.push(merged(names, model));
      return;
    }
    for (const name of names) {
      const value = getProperty(model, name);
      if (value !== undefined) {
        this.#evaluate(at + 1, value, root, found);
      } else if (!isLeaf && isUpstreamDefinite && names.length === 1) {
        throw new PathNotFound(`Missing property in path ${this.#path(at + 1)}`);
      }
    }
  }

  #isArray(at: number, model: JsonValue): model is JsonValue[] {
    if (Array.isArray(model)) {
      return true;
    }
    if (this.#isUpstreamDefinite[at]) {
      throw new PathNotFound(
        model === null
          ? `The path ${this.#path(at)} is null`
          : `Filter: ${this.#rest(at)} can only be applied to arrays. Current context is: ${javaText(model)}`,
      );
    }
    return false;
  }

  #index(index: number, at: number, model: readonly JsonValue[], root: JsonValue, found: JsonValue[]): void {
    const value = model[index < 0 ? model.length + index : index];
    if (value !== undefined) {
      this.#evaluate(at + 1, value, root, found);
    }
  }

  #wildcard(at: number, model: JsonValue, root: JsonValue, found: JsonValue[]): void {
    if (isObject(model)) {
      for (const value of valuesOf(model)) {
        this.#evaluate(at + 1, value, root, found);
      }
    } else if (Array.isArray(model)) {
      for (const value of model) {
        this.#evaluate(at + 1, value, root, found);
      }
    }
  }

  #filter(
    token: JsonPathToken & { kind: 'filter' },
    at: number,
    model: JsonValue,
    root: JsonValue,
    found: JsonValue[],
  ): void {
    if (isObject(model)) {
      if (isAccepted(token.filter, model, root)) {
        this.#evaluate(at + 1, model, root, found);
      }
    } else if (Array.isArray(model)) {
      for (const value of model) {
        if (isAccepted(token.filter, value, root)) {
          this.#evaluate(at + 1, value, root, found);
        }
      }
    } else if (this.#isUpstreamDefinite[at]) {
      throw new WrongPath(
        `Filter: ${this.#rest(at)} can not be applied to primitives. Current context is: ${javaText(model)}`,
      );
    }
  }

  /** `..`: applies the next token to all descendants, from the outside in. */
  #walk(at: number, model: JsonValue, root: JsonValue, found: JsonValue[]): void {
    if (isObject(model)) {
      if (this.#isScanned(at, model, root)) {
        this.#evaluate(at, model, root, found);
      }
      for (const value of valuesOf(model)) {
        this.#walk(at, value, root, found);
      }
    } else if (Array.isArray(model)) {
      if (this.#isScanned(at, model, root)) {
        if (at < this.#tokens.length - 1) {
          throw new UnprovenAnswer('.. with a filter that whole arrays pass');
        }
        this.#evaluate(at, model, root, found);
      }
      for (const value of model) {
        this.#walk(at, value, root, found);
      }
    }
  }

  #isScanned(at: number, model: JsonObject | JsonValue[], root: JsonValue): boolean {
    const token = this.#tokens[at];
    switch (token?.kind) {
      case 'property':
        if (Array.isArray(model)) {
          return false;
        }
        return (
          !isDefiniteToken(token, at === this.#tokens.length - 1) ||
          token.names.every((name) => getProperty(model, name) !== undefined)
        );
      case 'index':
      case 'slice':
        return Array.isArray(model);
      case 'filter':
        return isAccepted(token.filter, model, root);
      default:
        return true;
    }
  }

  /** Jayway's notation of the path up to a token, for its messages. */
  #path(end: number): string {
    const parts = this.#tokens.slice(0, end).map((token) => {
      if (token.kind === 'property') {
        return `['${token.names[0]}']`;
      }
      return token.kind === 'index' ? `[${token.indexes[0]}]` : '';
    });
    return `$${parts.join('')}`;
  }

  #text(end: number): string {
    return `$${this.#tokens
      .slice(0, end)
      .map((_, at) => this.#fragment(at))
      .join('')}`;
  }

  #rest(start: number): string {
    return this.#tokens
      .slice(start)
      .map((_, at) => this.#fragment(start + at))
      .join('');
  }

  #fragment(at: number): string {
    const token = this.#tokens[at];
    switch (token?.kind) {
      case 'property':
        return `[${token.names.map((name) => `'${name}'`).join(',')}]`;
      case 'index':
        return `[${token.indexes.join(',')}]`;
      case 'slice':
        return `[${token.from ?? ''}:${token.to ?? ''}]`;
      case 'wildcard':
        return '[*]';
      case 'filter':
        return '[?]';
      default:
        return '..';
    }
  }
}

function definiteUpstream(tokens: readonly JsonPathToken[]): boolean[] {
  let isSoFar = true;
  return tokens.map((token, at) => {
    const isDefiniteHere = isSoFar;
    isSoFar &&= isDefiniteToken(token, at === tokens.length - 1);
    return isDefiniteHere;
  });
}

function merged(names: readonly string[], model: JsonObject): JsonValue {
  const result = new Map<string, JsonValue>();
  for (const name of names) {
    const value = getProperty(model, name);
    if (value !== undefined) {
      result.set(name, value);
    }
  }
  return result;
}

function* sliced(from: number | undefined, to: number | undefined, length: number): Generator<number> {
  if (length === 0) {
    return;
  }
  let start = from ?? 0;
  let end = length;
  if (to === undefined) {
    start = Math.max(0, start < 0 ? length + start : start);
  } else {
    end = Math.min(length, from === undefined && to < 0 ? length + to : to);
  }
  for (let index = start; index < end; index++) {
    yield index;
  }
}

function javaClass(value: JsonValue): string {
  if (value === null) {
    return 'null';
  }
  if (Array.isArray(value)) {
    return 'net.minidev.json.JSONArray';
  }
  if (value instanceof JavaNumber) {
    return value.kind.startsWith('Big') ? `java.math.${value.kind}` : `java.lang.${value.kind}`;
  }
  const names: Record<string, string> = { string: 'String', boolean: 'Boolean', number: numberClass(value) };
  return `java.lang.${names[typeof value] ?? jsonText(value)}`;
}

function numberClass(value: JsonValue): string {
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    return 'Double';
  }
  return value >= -(2 ** 31) && value < 2 ** 31 ? 'Integer' : 'Long';
}
