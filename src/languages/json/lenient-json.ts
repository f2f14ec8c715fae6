import { decimalNumber, doubleNumber, integerNumber } from '../java/java-number.ts';
import type { JsonValue } from './json-types.ts';

/** json-smart's error for text that is not even lenient JSON. */
export class BrokenJson extends Error {}

const end = '\u001a';
const unexpectedCharacter = (character: string, at: number) =>
  new BrokenJson(`Unexpected character (${character}) at position ${at}.`);
const unexpectedEnd = (at: number, what: string) =>
  new BrokenJson(`Unexpected End Of File position ${at}: ${what}`);

const keyEnds = ':';
const objectEnds = ',}';
const arrayEnds = ',]';

/** json-smart's parser in permissive mode, step by step: quotes may be missing, and extra commas are allowed. */
export function parseLeniently(text: string): JsonValue {
  return new LenientParser(text).parse();
}

class LenientParser {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): JsonValue {
    return this.#value('');
  }

  get #character(): string {
    return this.#text[this.#at] ?? end;
  }

  #value(ends: string): JsonValue {
    for (;;) {
      const character = this.#character;
      switch (character) {
        case ' ':
        case '\r':
        case '\n':
        case '\t':
          this.#at += 1;
          continue;
        case ':':
        case '}':
        case ']':
          throw unexpectedCharacter(character, this.#at);
        case '{':
          return this.#object();
        case '[':
          return this.#array();
        case '"':
        case "'":
          return this.#string();
        default:
          return /[-\d]/.test(character) ? this.#number(ends) : this.#word(ends);
      }
    }
  }

  #word(ends: string): JsonValue {
    const word = this.#unquoted(this.#at, ends);
    const known = { null: null, true: true, false: false } as const;
    return word in known ? known[word as keyof typeof known] : word;
  }

  #unquoted(start: number, ends: string): string {
    while (this.#character !== end && !ends.includes(this.#character)) {
      this.#at += 1;
    }
    return this.#text.slice(start, this.#at).trim();
  }

  #number(ends: string): JsonValue {
    const start = this.#at;
    const [number = ''] =
      /^-?\d*(?:\.\d*)?(?:[eE][+-]?\d*)?/.exec(this.#text.slice(start, start + 400)) ?? [];
    this.#at += number.length;
    this.#skipSpaces();
    const isWhole = this.#character === end || ends.includes(this.#character);
    if (!isWhole || !/^-?\d+(?:\.\d*)?(?:[eE][+-]?\d+)?$/.test(number)) {
      return this.#unquoted(start, ends);
    }
    if (/^-?\d+$/.test(number)) {
      return integerNumber(number);
    }
    return number.length > 18 ? decimalNumber(number) : doubleNumber(Number(number));
  }

  #string(): string {
    const quote = this.#character;
    const close = this.#text.indexOf(quote, this.#at + 1);
    if (close === -1) {
      throw unexpectedEnd(this.#text.length, 'null');
    }
    const plain = this.#text.slice(this.#at + 1, close);
    if (!plain.includes('\\')) {
      this.#at = close + 1;
      return plain;
    }
    return this.#escapedString(quote);
  }

  #escapedString(quote: string): string {
    let text = '';
    for (;;) {
      this.#at += 1;
      const character = this.#character;
      if (character === end) {
        throw unexpectedEnd(this.#at - 1, 'null');
      }
      if (character === quote) {
        this.#at += 1;
        return text;
      }
      if (character === '\\') {
        this.#at += 1;
        text += this.#escape();
      } else if (character > '\u001f' && character !== '\u007f') {
        text += character;
      }
    }
  }

  #escape(): string {
    const plain: Record<string, string> = {
      t: '\t',
      n: '\n',
      r: '\r',
      f: '\f',
      b: '\b',
      '\\': '\\',
      '/': '/',
      "'": "'",
      '"': '"',
    };
    const character = this.#character;
    if (character !== 'u' && character !== 'x') {
      return plain[character] ?? '';
    }
    const length = character === 'u' ? 4 : 2;
    const digits = this.#text.slice(this.#at + 1, this.#at + 1 + length);
    if (!/^[0-9a-fA-F]+$/.test(digits) || digits.length < length) {
      throw new BrokenJson('Unexpected unicode');
    }
    this.#at += length;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  #array(): JsonValue {
    this.#enter();
    const values: JsonValue[] = [];
    for (;;) {
      const character = this.#character;
      if (character === ']') {
        this.#depth -= 1;
        this.#at += 1;
        return values;
      }
      if (character === ':' || character === '}') {
        throw unexpectedCharacter(character, this.#at);
      }
      if (character === end) {
        throw unexpectedEnd(this.#at - 1, 'EOF');
      }
      if (' \r\n\t,'.includes(character)) {
        this.#at += 1;
      } else {
        values.push(this.#value(arrayEnds));
      }
    }
  }

  #object(): JsonValue {
    this.#enter();
    const entries = new Map<string, JsonValue>();
    for (;;) {
      const character = this.#character;
      if (character === '}') {
        this.#depth -= 1;
        this.#at += 1;
        return entries;
      }
      if (':][{'.includes(character)) {
        throw unexpectedCharacter(character, this.#at);
      }
      if (' \r\n\t,'.includes(character)) {
        this.#at += 1;
        continue;
      }
      const key = `"'`.includes(character) ? this.#string() : this.#unquoted(this.#at, keyEnds);
      this.#skipSpaces();
      this.#expectColon();
      entries.set(key, this.#value(objectEnds));
      this.#skipSpaces();
      if (this.#character === end) {
        throw unexpectedEnd(this.#at - 1, 'null');
      }
      if (!objectEnds.includes(this.#character)) {
        throw new BrokenJson(`Unexpected token ${this.#character} at position ${this.#at - 1}.`);
      }
    }
  }

  #expectColon(): void {
    if (this.#character === end) {
      throw unexpectedEnd(this.#at - 1, 'null');
    }
    if (this.#character !== ':') {
      throw unexpectedCharacter(this.#character, this.#at - 1);
    }
    this.#at += 1;
    if (this.#at >= this.#text.length) {
      throw unexpectedEnd(this.#at - 1, 'EOF');
    }
  }

  #enter(): void {
    this.#depth += 1;
    if (this.#depth > 400) {
      throw new BrokenJson(
        `Malicious payload, having non natural depths, parsing stoped on { at position ${this.#at}.`,
      );
    }
    this.#at += 1;
  }

  #skipSpaces(): void {
    while (this.#character <= ' ' && this.#character !== end) {
      this.#at += 1;
    }
  }
}
