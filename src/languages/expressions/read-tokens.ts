import { BrokenExpression, type Language, UnsupportedExpression } from './expression.ts';

export type Token =
  | { kind: 'text'; value: string }
  | { kind: 'number'; value: number | bigint }
  | { kind: 'word'; value: string }
  | { kind: 'sign'; value: string }
  | { kind: 'end' };

/** Longest first. */
const signs: Record<Language, readonly string[]> = {
  jexl: ['&&', '||', '==', '!=', '>=', '<=', '=~', '!~', '=^', '!^', '=$', '!$', '?:', ...'()<>!+-*/%?:,.;'],
  javascript: ['===', '!==', '&&', '||', '==', '!=', '>=', '<=', ...'()<>!+-*/%?:,.;'],
};

/** Signs of both languages that are unsupported here. */
const otherSigns: Record<Language, readonly string[]> = {
  jexl: ['->', '#', '{', '}', '[', ']', '..', '?.', '??', '=', '&', '|', '^', '~', '`', '@'],
  javascript: ['=>', '++', '--', '<<', '>>', '{', '}', '[', ']', '=', '&', '|', '^', '~', '`'],
};

const white: Record<Language, RegExp> = {
  jexl: /(?:[ \t\n\r\f]|##[^\n\r]*|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/)+/y,
  javascript: /(?:[\s\ufeff]|\/\/[^\n\r\u2028\u2029]*|\/\*[\s\S]*?\*\/)+/y,
};

const words: Record<Language, RegExp> = { jexl: /[A-Za-z_$][\w$]*/y, javascript: /[A-Za-z_$][\w$]*/y };

export function readTokens(text: string, language: Language): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; ) {
    const space = matchAt(white[language], text, at);
    if (space) {
      at += space.length;
      continue;
    }
    const [token, length] = readToken(text, at, language);
    tokens.push(token);
    at += length;
  }
  tokens.push({ kind: 'end' });
  return tokens;
}

function readToken(text: string, at: number, language: Language): [Token, number] {
  const character = text.charAt(at);
  if (character === '"' || character === "'") {
    return readText(text, at, language);
  }
  if (text.startsWith('${', at)) {
    // An unset variable: no token of either language starts with `${`.
    throw new BrokenExpression('unexpected ${');
  }
  if (/\d/.test(character) || (character === '.' && /\d/.test(text.charAt(at + 1)))) {
    return readNumber(text, at, language);
  }
  const word = matchAt(words[language], text, at);
  if (word) {
    return [{ kind: 'word', value: word }, word.length];
  }
  const sign = signs[language].find((each) => text.startsWith(each, at));
  const other = otherSigns[language].find((each) => text.startsWith(each, at));
  if (other && other.length >= (sign?.length ?? 0)) {
    throw new UnsupportedExpression(`${other} in an expression`);
  }
  if (!sign) {
    if (language === 'javascript' && (character === '\\' || character > '\u007f')) {
      throw new UnsupportedExpression(`${character} in an expression`);
    }
    throw new BrokenExpression(`unexpected ${character}`);
  }
  return [{ kind: 'sign', value: sign }, sign.length];
}

const patterns: Record<Language, RegExp> = {
  // A leading 0 means octal; JEXL reads 08 as two numbers.
  jexl: /0[xX][\da-fA-F]+|\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|[1-9]\d*|0[0-7]*/y,
  javascript: /0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y,
};

function readNumber(text: string, at: number, language: Language): [Token, number] {
  const digits = matchAt(patterns[language], text, at);
  if (!digits) {
    throw new BrokenExpression('an invalid number');
  }
  const following = text.charAt(at + digits.length);
  if (language === 'jexl' && /[lLhHfFdDbB]/.test(following)) {
    throw new UnsupportedExpression(`a number with ${following}`);
  }
  if (language === 'javascript' && /[\w$]/.test(following)) {
    throw new BrokenExpression(`a number with ${following}`);
  }
  return [{ kind: 'number', value: numberOf(digits, language) }, digits.length];
}

function numberOf(digits: string, language: Language): number | bigint {
  const isOctal = /^0[0-7]+$/.test(digits);
  if (language === 'javascript') {
    return isOctal ? Number(`0o${digits}`) : Number(digits);
  }
  if (/^0[xX]/.test(digits) || !/[.eE]/.test(digits)) {
    return BigInt(isOctal ? `0o${digits}` : digits);
  }
  return Number(digits);
}

const escapes: Record<string, string> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r' };

function readText(text: string, start: number, language: Language): [Token, number] {
  const quote = text.charAt(start);
  let value = '';
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === quote) {
      return [{ kind: 'text', value }, at - start + 1];
    }
    if (/[\n\r\u2028\u2029]/.test(character)) {
      throw new BrokenExpression('a line break within a string');
    }
    if (character !== '\\') {
      value += character;
      continue;
    }
    at += 1;
    const escaped = text.charAt(at);
    if (/[ux\n\r\u2028\u2029]/.test(escaped) || (language === 'javascript' && /[0-9v]/.test(escaped))) {
      throw new UnsupportedExpression(`\\${escaped} in a text`);
    }
    if (escaped === quote || escaped === '\\') {
      value += escaped;
    } else {
      // JEXL keeps a backslash before a character that needs no escape.
      value += escapes[escaped] ?? (language === 'jexl' ? `\\${escaped}` : escaped);
    }
  }
  throw new BrokenExpression('a text that does not end');
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
