import { RegexRefusal, translateRegex } from '../oro-regex/translate-regex.ts';
import type { FilterOperator, FilterValue, JsonFilter, JsonPathToken } from './json-path-token.ts';

type PathReader = (path: string) => JsonPathToken[];

class Unproven extends Error {}

/** Parses the text between `[?(` and `)]`; undefined when it is invalid or unproven. */
export function parseJsonFilter(text: string, readPath: PathReader): JsonFilter | undefined {
  const parser = new FilterParser(text, readPath);
  try {
    return parser.parse();
  } catch (error) {
    if (error instanceof Unproven) {
      return undefined;
    }
    throw error;
  }
}

const operators = ['===', '!==', '==', '!=', '<=', '>=', '=~', '<', '>'] as const;

class FilterParser {
  readonly #text: string;
  readonly #readPath: PathReader;
  #at = 0;

  constructor(text: string, readPath: PathReader) {
    this.#text = text;
    this.#readPath = readPath;
  }

  parse(): JsonFilter {
    const filter = this.#chain('||', () => this.#chain('&&', () => this.#operand()));
    this.#skipSpaces();
    if (this.#at < this.#text.length) {
      throw new Unproven();
    }
    return filter;
  }

  #chain(word: '||' | '&&', read: () => JsonFilter): JsonFilter {
    const parts = [read()];
    while (this.#take(word)) {
      parts.push(read());
    }
    const [only] = parts;
    return parts.length === 1 && only ? only : { kind: word === '||' ? 'or' : 'and', parts };
  }

  #operand(): JsonFilter {
    if (this.#take('!')) {
      const isPath = '@$'.includes(this.#peek());
      return isPath ? this.#existence(false) : { kind: 'not', part: this.#operand() };
    }
    if (this.#take('(')) {
      const inner = this.#chain('||', () => this.#chain('&&', () => this.#operand()));
      if (!this.#take(')')) {
        throw new Unproven();
      }
      return inner;
    }
    return this.#comparison();
  }

  #existence(isWanted: boolean): JsonFilter {
    const value = this.#value();
    if (value.kind !== 'path' || value.isRoot) {
      throw new Unproven();
    }
    return { kind: 'exists', tokens: value.tokens, isWanted };
  }

  #comparison(): JsonFilter {
    const start = this.#at;
    const left = this.#value();
    const operator = this.#operator();
    if (operator === undefined) {
      this.#at = start;
      return this.#existence(true);
    }
    const right = this.#value();
    const isList = operator === 'IN' || operator === 'NIN';
    const isFitting =
      left.kind !== 'list' &&
      left.kind !== 'regex' &&
      (right.kind === 'list') === isList &&
      (right.kind === 'regex') === (operator === '=~');
    if (!isFitting) {
      throw new Unproven();
    }
    return { kind: 'compare', left, operator, right };
  }

  #operator(): FilterOperator | undefined {
    const sign = operators.find((each) => this.#take(each));
    if (sign) {
      return sign;
    }
    const [word] = /^(?:in|nin) /i.exec(this.#text.slice(this.#at)) ?? [];
    if (word !== undefined) {
      this.#at += word.length;
      return word.trim().toUpperCase() as FilterOperator;
    }
    if (!/^$|^[&|)]/.test(this.#text.slice(this.#at))) {
      throw new Unproven();
    }
    return undefined;
  }

  #value(): FilterValue {
    const rest = this.#text.slice(this.#skipSpaces());
    if (/^[@$]/.test(rest)) {
      return this.#path(rest);
    }
    const [string] = /^'[^'\\]*'|^"[^"\\]*"/.exec(rest) ?? [];
    if (string !== undefined) {
      this.#at += string.length;
      return { kind: 'string', value: string.slice(1, -1) };
    }
    const [number] = /^-?\d{1,15}(?:\.\d{1,9})?(?![\d.eE])/.exec(rest) ?? [];
    if (number !== undefined) {
      this.#at += number.length;
      return { kind: 'number', value: Number(number) };
    }
    const [word] = /^(?:true|false|null)(?!\w)/.exec(rest) ?? [];
    if (word !== undefined) {
      this.#at += word.length;
      return word === 'null' ? { kind: 'null' } : { kind: 'boolean', value: word === 'true' };
    }
    return rest.startsWith('[') ? this.#list() : this.#regex(rest);
  }

  /** Up to an operator, a space or the parenthesis that ends the filter. */
  #path(rest: string): FilterValue {
    const [path = ''] = /^[@$](?:\[[^\]]*\]|[^\s<>=~!()[\]])*/.exec(rest) ?? [];
    if (/[&|]/.test(path) || /^\(/.test(rest.slice(path.length))) {
      throw new Unproven();
    }
    this.#at += path.length;
    return { kind: 'path', isRoot: path.startsWith('$'), tokens: this.#readPath(path) };
  }

  #list(): FilterValue {
    this.#at += 1;
    const values: FilterValue[] = [];
    while (!this.#take(']')) {
      const value = this.#value();
      if (value.kind !== 'string' && value.kind !== 'number' && value.kind !== 'boolean') {
        throw new Unproven();
      }
      values.push(value);
      if (!this.#take(',') && this.#peek() !== ']') {
        throw new Unproven();
      }
    }
    return { kind: 'list', values };
  }

  /** Java regular expressions; only plain ones are proven. */
  #regex(rest: string): FilterValue {
    const [whole, pattern = '', flags = ''] =
      /^\/((?:[\w .@:,=*+?|()^$-]|\\[dws.]|\[[\w ^.-]+\])+)\/(i?)(?!\w)/.exec(rest) ?? [];
    if (whole === undefined) {
      throw new Unproven();
    }
    try {
      translateRegex(pattern);
    } catch (error) {
      if (error instanceof RegexRefusal) {
        throw new Unproven();
      }
      throw error;
    }
    this.#at += whole.length;
    return { kind: 'regex', source: `^(?:${pattern.replaceAll('\\s', '[ \\t\\n\\x0b\\f\\r]')})$`, flags };
  }

  #peek(): string {
    return this.#text[this.#skipSpaces()] ?? '';
  }

  #take(word: string): boolean {
    if (!this.#text.startsWith(word, this.#skipSpaces())) {
      return false;
    }
    this.#at += word.length;
    return true;
  }

  #skipSpaces(): number {
    while (this.#text[this.#at] === ' ') {
      this.#at += 1;
    }
    return this.#at;
  }
}
