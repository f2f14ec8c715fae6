import { BigDecimal } from '../big-decimal.ts';
import { BigInteger, BrokenScript, JavaChar, JavaDouble, UnsupportedScript, type Value } from '../values.ts';

/** For JavaScript, only words and signs are tokenized; values of numbers are not parsed. */
export type Dialect = 'groovy' | 'bean-shell' | 'javascript';

export type Token = { isOnNewLine: boolean } & (
  | { kind: 'word'; value: string }
  | { kind: 'sign'; value: string }
  | { kind: 'literal'; value: Value }
  | { kind: 'gstring'; strings: string[]; values: Token[][] }
  | { kind: 'end'; value: string }
);

const signs = [
  ...['>>>=', '...', '<=>', '===', '!==', '==~', '**=', '..<', '<<=', '>>=', '>>>', '->', '?.', '*.', '.&'],
  ...['==', '!=', '<=', '>=', '&&', '||', '++', '--', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^='],
  ...['=~', '?:', '?=', '<<', '>>', '**', '..', '::', ...'()[]{}+-*/%<>!?:;,.=&|^~@'],
];
const number =
  /0[xX][\da-fA-F_]+[lLgGiI]?|0[bB][01_]+[lLgGiI]?|(?:\d[\d_]*\.\d[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?[fFdDgG]?|\d[\d_]*(?:[eE][+-]?\d+)[fFdDgG]?|\d[\d_]*[fFdDlLgGiI]?/y;
const javaNumber =
  /0[xX][\da-fA-F]+[lL]?|(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?|\d+[eE][+-]?\d+[fFdD]?|\d+[fFdDlL]?/y;
const word = /[\p{L}_$][\p{L}\p{Nd}_$]*/uy;
const javaScriptNumber = /0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const javaScriptRegex = /\/(?:[^\\/[\r\n]|\\[^\r\n]|\[(?:[^\]\\\r\n]|\\[^\r\n])*\])+\/[a-z]*/y;
const javaScriptText = /"(?:[^"\\\r\n]|\\(?:\r\n|[\s\S]))*"|'(?:[^'\\\r\n]|\\(?:\r\n|[\s\S]))*'/y;
const blank = /[ \t\f]+|\\\r?\n/y;
const lineComment = /\/\/[^\r\n]*|#![^\r\n]*/y;
const blockComment = /\/\*[\s\S]*?\*\//y;
const lineEnd = /\r\n|[\r\n]/y;

const numbers: Readonly<Record<Dialect, RegExp>> = {
  groovy: number,
  'bean-shell': javaNumber,
  javascript: javaScriptNumber,
};

/** Words after which an expression starts. */
const prefixWords = /^(?:return|in|as|case|throw|instanceof|else|do|assert|new|typeof)$/;

/** Splits a script into tokens. */
export function readScript(source: string, dialect: Dialect): Token[] {
  return new Reader(source, dialect).readAll();
}

class Reader {
  readonly #source: string;
  readonly #dialect: Dialect;
  #at = 0;
  #isOnNewLine = true;
  /** Open brackets: line breaks are ignored within parentheses and square brackets. */
  readonly #open: string[] = [];
  /**
   * Whether a token so far has a slash or a name with a dollar: Groovy may read strings there that this tokenizer
   * does not.
   */
  #hasSlashes = false;

  constructor(source: string, dialect: Dialect) {
    this.#source = source;
    this.#dialect = dialect;
  }

  readAll(): Token[] {
    const tokens = this.#readUntil(undefined);
    return [...tokens, { kind: 'end', value: 'the end', isOnNewLine: true }];
  }

  /** Up to the closing brace of an interpolated value, or to the end. */
  #readUntil(end: '}' | undefined): Token[] {
    const tokens: Token[] = [];
    const depth = this.#open.length;
    for (;;) {
      this.#skipBlanks();
      if (this.#at >= this.#source.length) {
        if (end) {
          throw new UnsupportedScript('a value in a text without its closing brace');
        }
        return tokens;
      }
      if (end && this.#source[this.#at] === end && this.#open.length === depth) {
        this.#at += 1;
        return tokens;
      }
      const isOnNewLine = this.#isOnNewLine && !/[([]/.test(this.#open.at(-1) ?? '');
      const token = this.#readToken(tokens.at(-1));
      tokens.push({ ...token, isOnNewLine });
      this.#isOnNewLine = false;
    }
  }

  #skipBlanks(): void {
    for (;;) {
      if (this.#match(lineEnd) !== undefined) {
        this.#isOnNewLine = true;
      } else if (
        this.#match(blank) === undefined &&
        this.#match(lineComment) === undefined &&
        this.#match(blockComment) === undefined
      ) {
        return;
      }
    }
  }

  #readToken(before: Token | undefined): Token {
    const character = this.#source.charAt(this.#at);
    if (character === '"' || character === "'") {
      return this.#readText(character);
    }
    this.#hasSlashes ||= character === '/' || character === '$';
    const digits = /[\d.]/.test(character) ? this.#match(numbers[this.#dialect]) : undefined;
    if (digits !== undefined) {
      return { kind: 'literal', value: this.#numberOf(digits), isOnNewLine: false };
    }
    const name = this.#match(word);
    if (name !== undefined) {
      return { kind: 'word', value: name, isOnNewLine: false };
    }
    if (this.#dialect !== 'bean-shell' && character === '/' && !isOperand(before)) {
      return this.#dialect === 'groovy' ? this.#readSlashy() : this.#readLiteral(javaScriptRegex);
    }
    const sign = signs.find((each) => this.#source.startsWith(each, this.#at));
    if (sign === undefined) {
      throw new UnsupportedScript(`the character ${character}`);
    }
    this.#at += sign.length;
    if (/^[([{]$/.test(sign)) {
      this.#open.push(sign);
    } else if (/^[)\]}]$/.test(sign)) {
      this.#open.pop();
    }
    return { kind: 'sign', value: sign, isOnNewLine: false };
  }

  #readText(quote: string): Token {
    switch (this.#dialect) {
      case 'groovy':
        return this.#readGroovyText(quote);
      case 'bean-shell':
        return this.#readJavaText(quote);
      case 'javascript':
        return this.#readLiteral(javaScriptText);
    }
  }

  /** A JavaScript string or regular expression, as written. */
  #readLiteral(pattern: RegExp): Token {
    const value = this.#match(pattern);
    if (value === undefined) {
      throw new UnsupportedScript('a text without its closing quote, or a / that is no division');
    }
    return { kind: 'literal', value, isOnNewLine: false };
  }

  #numberOf(digits: string): Value {
    const following = this.#source.charAt(this.#at);
    if (/[\w$]/.test(following)) {
      throw new UnsupportedScript(`the number ${digits}${following}`);
    }
    if (this.#dialect === 'javascript') {
      return digits;
    }
    const plain = digits.replaceAll('_', '');
    return this.#dialect === 'groovy' ? groovyNumber(plain) : javaNumberOf(plain);
  }

  #readJavaText(quote: string): Token {
    this.#at += 1;
    const value = this.#readUntilQuote(quote, (escaped) => {
      if (!/[btnfr"'\\]/.test(escaped)) {
        throw new UnsupportedScript(`\\${escaped} in a text`);
      }
      return undefined;
    });
    if (quote === '"') {
      return { kind: 'literal', value, isOnNewLine: false };
    }
    if (value.length !== 1) {
      throw new UnsupportedScript(`the text '${value}' in single quotes`);
    }
    return { kind: 'literal', value: new JavaChar(value.charCodeAt(0)), isOnNewLine: false };
  }

  /** A string on one line, without interpolated values. */
  #readUntilQuote(quote: string, check: (escaped: string) => void): string {
    let value = '';
    for (;;) {
      const character = this.#source.charAt(this.#at);
      if (character === '' || character === '\n' || character === '\r') {
        throw new UnsupportedScript('a text without its closing quote');
      }
      this.#at += 1;
      if (character === quote) {
        return value;
      }
      if (character === '\\') {
        check(this.#source.charAt(this.#at));
        value += this.#readEscape();
      } else {
        value += character;
      }
    }
  }

  #readGroovyText(quote: string): Token {
    const fence = this.#source.startsWith(quote.repeat(3), this.#at) ? quote.repeat(3) : quote;
    this.#at += fence.length;
    const strings = [''];
    const values: Token[][] = [];
    const append = (text: string) => {
      strings[strings.length - 1] += text;
    };
    for (;;) {
      const character = this.#source.charAt(this.#at);
      if (this.#source.startsWith(fence, this.#at)) {
        this.#at += fence.length;
        break;
      }
      if (character === '' || (fence.length === 1 && /[\r\n]/.test(character))) {
        throw new UnsupportedScript('a text without its closing quote');
      }
      this.#at += 1;
      if (character === '\\') {
        append(this.#readEscape());
      } else if (character === '$' && quote === '"') {
        values.push(this.#readDollar());
        strings.push('');
      } else {
        append(character === '\r' ? this.#lineEnd() : character);
      }
    }
    return values.length === 0
      ? { kind: 'literal', value: strings[0] ?? '', isOnNewLine: false }
      : { kind: 'gstring', strings, values, isOnNewLine: false };
  }

  /** Groovy reads every line ending in a string as `\n`. */
  #lineEnd(): string {
    if (this.#source.charAt(this.#at) === '\n') {
      this.#at += 1;
    }
    return '\n';
  }

  #readSlashy(): Token {
    this.#at += 1;
    let value = '';
    for (;;) {
      const character = this.#source.charAt(this.#at);
      if (character === '') {
        throw new UnsupportedScript('a / that is neither a division nor a text');
      }
      this.#at += 1;
      if (character === '/') {
        return { kind: 'literal', value, isOnNewLine: false };
      }
      if (character === '\\' && this.#source.charAt(this.#at) === '/') {
        this.#at += 1;
        value += '/';
      } else if (character === '$' && /[\p{L}_{]/u.test(this.#source.charAt(this.#at))) {
        throw new UnsupportedScript('a value in a text between slashes');
      } else {
        value += character;
      }
    }
  }

  /** `${…}` or `$name.name` in a string. */
  #readDollar(): Token[] {
    if (this.#source.charAt(this.#at) === '{') {
      this.#at += 1;
      const wasOnNewLine = this.#isOnNewLine;
      this.#open.push('(');
      const tokens = this.#readUntil('}');
      this.#open.pop();
      this.#isOnNewLine = wasOnNewLine;
      return tokens;
    }
    const path = /[\p{L}_][\p{L}\p{Nd}_]*(?:\.[\p{L}_][\p{L}\p{Nd}_]*)*/uy;
    const names = this.#match(path)?.split('.');
    if (!names) {
      const isBroken = !this.#hasSlashes && isAscii(this.#source.charAt(this.#at));
      throw new (isBroken ? BrokenScript : UnsupportedScript)('a $ in a text');
    }
    return names.flatMap((name, index): Token[] => [
      ...(index > 0 ? [{ kind: 'sign', value: '.', isOnNewLine: false } as Token] : []),
      { kind: 'word', value: name, isOnNewLine: false },
    ]);
  }

  #readEscape(): string {
    const character = this.#source.charAt(this.#at);
    this.#at += 1;
    const simple = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r', s: ' ' }[character];
    if (simple !== undefined && character !== 's') {
      return simple;
    }
    if (/["'\\$]/.test(character)) {
      return character;
    }
    const hex = character === 'u' ? this.#match(/u*[\da-fA-F]{4}/y) : undefined;
    if (hex !== undefined) {
      return String.fromCharCode(Number.parseInt(hex.slice(-4), 16));
    }
    if (character === '\n') {
      return '';
    }
    throw new UnsupportedScript(`\\${character} in a text`);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source)?.[0];
    if (found !== undefined) {
      this.#at += found.length;
    }
    return found;
  }
}

/** Whether a division can follow. */
function isOperand(token: Token | undefined): boolean {
  if (token === undefined) {
    return false;
  }
  if (token.kind === 'word') {
    return !prefixWords.test(token.value);
  }
  return token.kind !== 'sign' || /^(?:[)\]}]|\+\+|--)$/.test(token.value);
}

function groovyNumber(digits: string): Value {
  const radix = /^0[xX]/.test(digits) ? 16 : /^0[bB]/.test(digits) ? 2 : 10;
  if (radix === 10 && /[.eE]|[fFdD]$/.test(digits)) {
    if (/[fF]$/.test(digits)) {
      throw new UnsupportedScript(`the float ${digits}`);
    }
    return /[dD]$/.test(digits)
      ? new JavaDouble(Number(digits.slice(0, -1)))
      : (BigDecimal.parse(digits.replace(/[gG]$/, '')) as BigDecimal);
  }
  if (/^0\d/.test(digits)) {
    throw new UnsupportedScript(`the octal number ${digits}`);
  }
  const suffix = /[lLgGiI]$/.exec(digits)?.[0]?.toLowerCase();
  const value = BigInt(suffix ? digits.slice(0, -1) : digits);
  if (radix !== 10 && (suffix !== undefined || value >= 2n ** 31n)) {
    throw new UnsupportedScript(`the number ${digits}`);
  }
  if (suffix === 'g') {
    return new BigInteger(value);
  }
  if (suffix === 'l' || value >= 2n ** 31n) {
    if (value >= 2n ** 63n) {
      return new BigInteger(value);
    }
    return value;
  }
  return Number(value);
}

function javaNumberOf(digits: string): Value {
  if (/^0[xX]/.test(digits)) {
    const value = BigInt(digits.replace(/[lL]$/, ''));
    if (/[lL]$/.test(digits) || value >= 2n ** 31n) {
      throw new UnsupportedScript(`the number ${digits}`);
    }
    return Number(value);
  }
  if (/[fF]$/.test(digits)) {
    throw new UnsupportedScript(`the float ${digits}`);
  }
  if (/[.eEdD]/.test(digits)) {
    return new JavaDouble(Number(digits.replace(/[dD]$/, '')));
  }
  if (/^0\d/.test(digits)) {
    throw new UnsupportedScript(`the octal number ${digits}`);
  }
  const value = BigInt(digits.replace(/[lL]$/, ''));
  if (/[lL]$/.test(digits)) {
    return value;
  }
  if (value >= 2n ** 31n) {
    throw new UnsupportedScript(`the number ${digits}, which is no int`);
  }
  return Number(value);
}

const isAscii = (character: string) => character !== '' && character < '\x80';
