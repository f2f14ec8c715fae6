import { doubleNumber, integerNumber } from '../java/java-number.ts';
import type { JsonValue } from './json-types.ts';

/** What Jackson says about a text that is not JSON. */
class WrongJson extends Error {}

/** Numbers and names with which JavaScript's own parser would lose something; found within texts too, at no harm. */
const unusual = /(?:^|[:,[\s])-?(?:[\d.]{16}|\d+\.0+(?:$|[\s,\]}])|[\d.]+[eE])|"\d+"\s*:/;

/** JSON as Jackson reads it into a tree, up to the end of the first value: what follows that does not count. */
export function parseStrictly(text: string): JsonValue {
  if (!unusual.test(text)) {
    try {
      return JSON.parse(text) as JsonValue;
    } catch {
      // Jackson may have read enough already, or has its own words for what is wrong.
    }
  }
  return new StrictParser(text).parse();
}

const values = "(JSON String, Number, Array, Object or token 'null', 'true' or 'false')";
const words: Record<string, JsonValue> = { true: true, false: false, null: null };
const escapes: Record<string, string> = {
  ...{ b: '\b', t: '\t', n: '\n', f: '\f', r: '\r' },
  ...{ '"': '"', '/': '/', '\\': '\\' },
};
const identifierPart = /[\p{L}\p{Nl}\p{Sc}\p{Pc}\p{Nd}\p{Mc}\p{Mn}\p{Cf}\0-\x08\x0e-\x1b\x7f-\x9f]/u;
const identifierStart = /[\p{L}\p{Nl}\p{Sc}\p{Pc}]/u;
const maxDepth = 1000;

class StrictParser {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): JsonValue {
    const first = this.#afterSpaces();
    if (first === '') {
      throw new WrongJson(`No content to map due to end-of-input\n at ${this.#place(0, 0)}`);
    }
    if (first === ']' || first === '}') {
      const other = first === ']' ? '}' : ']';
      throw this.#wrong(
        `Unexpected close marker '${first}': expected '${other}' (for root starting at ${this.#place(0, 0)})`,
      );
    }
    return this.#value(first);
  }

  #value(first: string): JsonValue {
    switch (first) {
      case '{':
        return this.#nested(() => this.#object(this.#at - 1));
      case '[':
        return this.#nested(() => this.#array(this.#at - 1));
      case '"':
        return this.#string(': was expecting closing quote for a string value', 'string value');
      case 't':
        return this.#word('true');
      case 'f':
        return this.#word('false');
      case 'n':
        return this.#word('null');
      default:
        return /[-\d]/.test(first) ? this.#number() : this.#oddValue(first);
    }
  }

  #nested(read: () => JsonValue): JsonValue {
    this.#depth += 1;
    if (this.#depth > maxDepth) {
      throw new WrongJson(
        `Document nesting depth (${this.#depth}) exceeds the maximum allowed (${maxDepth}, from \`StreamReadConstraints.getMaxNestingDepth()\`)`,
      );
    }
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #array(start: number): JsonValue[] {
    const items: JsonValue[] = [];
    for (;;) {
      const next = this.#entry(start, ']', 'Array', items.length > 0);
      if (next === ']') {
        return items;
      }
      items.push(this.#value(next));
    }
  }

  #object(start: number): JsonValue {
    const entries = new Map<string, JsonValue>();
    for (let isFirst = true; ; isFirst = false) {
      const next = this.#entry(start, '}', 'Object', !isFirst);
      if (next === '}') {
        return entries;
      }
      if (next !== '"') {
        throw this.#unexpected(next, 'was expecting double-quote to start field name');
      }
      const name = this.#string(' in field name', 'name');
      const colon = this.#afterSpaces();
      if (colon !== ':') {
        throw colon === ''
          ? this.#endWithin('Object')
          : this.#unexpected(colon, 'was expecting a colon to separate field name and value');
      }
      const first = this.#afterSpaces();
      if (first === '') {
        throw this.#endWithin('Object');
      }
      entries.set(name, this.#value(first));
    }
  }

  /** The mark that closes it, or the first character of what comes next. */
  #entry(start: number, close: '}' | ']', what: 'Array' | 'Object', isBehind: boolean): string {
    const next = this.#afterSpaces();
    if (next === '') {
      throw this.#wrong(
        `Unexpected end-of-input: expected close marker for ${what} (start marker at ${this.#place(start)})`,
      );
    }
    if (next === close) {
      return close;
    }
    if (next === '}' || next === ']') {
      throw this.#wrong(
        `Unexpected close marker '${next}': expected '${close}' (for ${what} starting at ${this.#place(start)})`,
      );
    }
    if (!isBehind) {
      return next;
    }
    if (next !== ',') {
      throw this.#unexpected(next, `was expecting comma to separate ${what} entries`);
    }
    const first = this.#afterSpaces();
    if (first === '') {
      throw this.#endWithin(what);
    }
    if (first === close) {
      throw what === 'Array'
        ? this.#unexpected(first, `expected a valid value ${values}`)
        : this.#unexpected(first, 'was expecting double-quote to start field name');
    }
    return first;
  }

  #word(word: string): JsonValue {
    let length = 1;
    while (length < word.length && this.#text[this.#at] === word[length]) {
      this.#at += 1;
      length += 1;
    }
    const after = this.#text[this.#at] ?? '';
    if (length < word.length || (after >= '0' && identifierPart.test(after))) {
      throw this.#unknownToken(word.slice(0, length));
    }
    return words[word] as JsonValue;
  }

  #number(): JsonValue {
    const start = this.#at - 1;
    const pattern = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
    pattern.lastIndex = start;
    const [number, fraction, exponent] = pattern.exec(this.#text) ?? [];
    if (number === undefined) {
      const after = this.#text[this.#at] ?? '';
      this.#at += 1;
      throw after === ''
        ? this.#wrong('Unexpected end-of-inputNo digit following minus sign')
        : this.#wrong(
            `Unexpected character (${shown(after)}) in numeric value: expected digit (0-9) to follow minus sign, for valid numeric value`,
          );
    }
    this.#at = start + number.length;
    const after = this.#text[this.#at] ?? '';
    this.#checkEndOfNumber(number, after, fraction !== undefined, exponent !== undefined);
    return fraction === undefined && exponent === undefined
      ? integerNumber(number)
      : doubleNumber(Number(number));
  }

  #checkEndOfNumber(number: string, after: string, hasFraction: boolean, hasExponent: boolean): void {
    if (/^-?0$/.test(number) && /\d/.test(after)) {
      throw this.#wrong('Invalid numeric value: Leading zeroes not allowed');
    }
    const isCut = (after === '.' && !hasFraction && !hasExponent) || (/[eE]/.test(after) && !hasExponent);
    if (isCut) {
      throw after === '.' ? this.#withoutFraction() : this.#withoutExponent();
    }
    if (this.#depth === 0 && after !== '' && !' \t\r\n'.includes(after)) {
      this.#at += 1;
      throw this.#unexpected(after, 'Expected space separating root-level values');
    }
  }

  #withoutFraction(): WrongJson {
    this.#at += 1;
    const character = this.#text[this.#at] ?? '.';
    return this.#wrong(
      `Unexpected character (${shown(character)}) in numeric value: Decimal point not followed by a digit`,
    );
  }

  #withoutExponent(): WrongJson {
    this.#at += /[+-]/.test(this.#text[this.#at + 1] ?? '') ? 2 : 1;
    const character = this.#text[this.#at];
    return this.#wrong(
      character === undefined
        ? 'Unexpected end-of-inputexpected a digit for number exponent'
        : `Unexpected character (${shown(character)}) in numeric value: Exponent indicator not followed by a digit`,
    );
  }

  #string(atEnd: string, what: string): string {
    const close = this.#text.indexOf('"', this.#at);
    const plain = this.#text.slice(this.#at, close);
    if (close >= 0 && !/[\\\0-\x1f]/.test(plain)) {
      this.#at = close + 1;
      return plain;
    }
    let text = '';
    for (;;) {
      const character = this.#text[this.#at] ?? '';
      if (character === '') {
        throw this.#wrong(`Unexpected end-of-input${atEnd}`);
      }
      this.#at += 1;
      if (character === '"') {
        return text;
      }
      if (character < ' ') {
        throw new WrongJson(
          `Illegal unquoted character (${shown(character)}): has to be escaped using backslash to be included in ${what}\n at ${this.#place(this.#at - 1, 2)}`,
        );
      }
      text += character === '\\' ? this.#escape() : character;
    }
  }

  #escape(): string {
    const character = this.#text[this.#at] ?? '';
    this.#at += 1;
    if (character !== 'u') {
      const meant = escapes[character];
      if (meant === undefined) {
        throw character === ''
          ? this.#wrong('Unexpected end-of-input in character escape sequence')
          : this.#wrong(`Unrecognized character escape ${shown(character)}`);
      }
      return meant;
    }
    const start = this.#at;
    while (this.#at < start + 4) {
      const digit = this.#text[this.#at] ?? '';
      if (digit === '') {
        throw this.#wrong('Unexpected end-of-input in character escape sequence');
      }
      this.#at += 1;
      if (!/[0-9a-fA-F]/.test(digit)) {
        throw this.#unexpected(digit, 'expected a hex-digit for character escape sequence');
      }
    }
    return String.fromCharCode(Number.parseInt(this.#text.slice(start, this.#at), 16));
  }

  #oddValue(first: string): never {
    if (first === 'N' || first === 'I') {
      const word = first === 'N' ? 'NaN' : 'Infinity';
      this.#word(word);
      throw this.#wrong(
        `Non-standard token '${word}': enable \`JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS\` to allow`,
      );
    }
    if (first === '+' && this.#at < this.#text.length) {
      this.#at += 1;
      throw this.#wrong(
        "Unexpected character ('+' (code 43)) in numeric value: JSON spec does not allow numbers to have plus signs: enable `JsonReadFeature.ALLOW_LEADING_PLUS_SIGN_FOR_NUMBERS` to allow",
      );
    }
    throw identifierStart.test(first)
      ? this.#unknownToken(first)
      : this.#unexpected(first, `expected a valid value ${values}`);
  }

  #unknownToken(begun: string): WrongJson {
    let token = begun;
    while (this.#at < this.#text.length && identifierPart.test(this.#text[this.#at] ?? '')) {
      token += this.#text[this.#at];
      this.#at += 1;
      if (token.length >= 256) {
        token += '...';
        break;
      }
    }
    return this.#wrong(`Unrecognized token '${token}': was expecting ${values}`);
  }

  /** The next character that is no space, passed already; nothing at the end. */
  #afterSpaces(): string {
    for (;;) {
      const character = this.#text[this.#at] ?? '';
      if (character === '') {
        return '';
      }
      this.#at += 1;
      if (character === '/') {
        throw this.#unexpected(
          character,
          "maybe a (non-standard) comment? (not recognized as one since Feature 'ALLOW_COMMENTS' not enabled for parser)",
        );
      }
      if (character > ' ') {
        return character;
      }
      if (!' \t\r\n'.includes(character)) {
        throw this.#wrong(
          `Illegal character (${shown(character)}): only regular white space (\\r, \\n, \\t) is allowed between tokens`,
        );
      }
    }
  }

  #unexpected(character: string, comment: string): WrongJson {
    return this.#wrong(`Unexpected character (${shown(character)}): ${comment}`);
  }

  #endWithin(what: string): WrongJson {
    return this.#wrong(`Unexpected end-of-input within/between ${what} entries`);
  }

  #wrong(message: string): WrongJson {
    return new WrongJson(`${message}\n at ${this.#place(this.#at)}`);
  }

  #place(at: number, firstColumn = 1): string {
    const before = this.#text.slice(0, at);
    const line = before.split(/\r\n|\r|\n/);
    const source = this.#text.slice(0, 500).replace(/[\0-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, escaped);
    const cut = this.#text.length > 500 ? `[truncated ${this.#text.length - 500} chars]` : '';
    return `[Source: (String)"${source}"${cut}; line: ${line.length}, column: ${(line.at(-1)?.length ?? 0) + firstColumn}]`;
  }
}

const escaped = (character: string) =>
  `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

function shown(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 32 || (code > 126 && code < 160)) {
    return `(CTRL-CHAR, code ${code})`;
  }
  return `'${character}' (code ${code}${code > 255 ? ` / 0x${code.toString(16)}` : ''})`;
}
