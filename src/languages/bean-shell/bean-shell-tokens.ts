import { BrokenExpression, UnsupportedExpression } from '../expressions/expression.ts';
import type { JavaNumber } from './bean-shell-expression.ts';

export type BeanShellToken =
  | { kind: 'text'; value: string }
  | { kind: 'number'; value: JavaNumber }
  | { kind: 'word'; value: string }
  | { kind: 'sign'; value: string }
  | { kind: 'end' };

const signs = ['==', '!=', '<=', '>=', '&&', '||', ...'()+-*/%<>!?:;,.'];
/** Valid BeanShell, but unsupported here. */
const otherSigns = ['++', '--', '+=', '-=', '*=', '/=', '%=', '<<', '>>', '//', '/*', ..."={}[]&|^~@#'"];
const number =
  /0[xX][\da-fA-F]+[lL]?|(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?|\d+[eE][+-]?\d+[fFdD]?|\d+[fFdDlL]?/y;
const word = /[A-Za-z_][A-Za-z_0-9]*/y;
const space = /[ \t\r\n\f]+/y;

/** Splits a BeanShell script into tokens. */
export function readBeanShell(text: string): BeanShellToken[] {
  const tokens: BeanShellToken[] = [];
  for (let at = 0; at < text.length; ) {
    const blank = matchAt(space, text, at);
    if (blank) {
      at += blank.length;
      continue;
    }
    const [token, length] = readToken(text, at);
    tokens.push(token);
    at += length;
  }
  return tokens;
}

function readToken(text: string, at: number): [BeanShellToken, number] {
  const character = text.charAt(at);
  if (character === '"') {
    return readText(text, at);
  }
  if (text.startsWith('${', at)) {
    // An unset variable: identifiers may start with `$`, but cannot contain a brace.
    throw new BrokenExpression('unexpected ${');
  }
  const digits = matchAt(number, text, at);
  if (digits) {
    return [{ kind: 'number', value: numberOf(digits, text.charAt(at + digits.length)) }, digits.length];
  }
  const name = matchAt(word, text, at);
  if (name) {
    return [{ kind: 'word', value: name }, name.length];
  }
  const sign = signs.find((each) => text.startsWith(each, at));
  const other = otherSigns.find((each) => text.startsWith(each, at));
  if (!sign || (other && other.length > sign.length)) {
    throw new UnsupportedExpression(`${other ?? character} in a script`);
  }
  return [{ kind: 'sign', value: sign }, sign.length];
}

function numberOf(digits: string, following: string): JavaNumber {
  if (/[\w$]/.test(following)) {
    throw new UnsupportedExpression(`a number with ${following}`);
  }
  if (/[fF]$/.test(digits) && !/^0[xX]/.test(digits)) {
    throw new UnsupportedExpression('a float');
  }
  if (/^0\d/.test(digits)) {
    throw new UnsupportedExpression('a number that begins with 0');
  }
  if (/^0[xX]/.test(digits)) {
    throw new UnsupportedExpression('a hexadecimal number');
  }
  if (/[.eEdD]/.test(digits)) {
    return { type: 'double', value: Number(digits.replace(/[dD]$/, '')) };
  }
  const type = /[lL]$/.test(digits) ? 'long' : 'int';
  const value = BigInt(digits.replace(/[lL]$/, ''));
  if (BigInt.asIntN(type === 'int' ? 32 : 64, value) !== value) {
    throw new BrokenExpression('a number that is too big');
  }
  return { type, value };
}

const escapes: Record<string, string> = {
  b: '\b',
  t: '\t',
  n: '\n',
  f: '\f',
  r: '\r',
  '"': '"',
  "'": "'",
  '\\': '\\',
};

function readText(text: string, start: number): [BeanShellToken, number] {
  let value = '';
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') {
      return [{ kind: 'text', value }, at - start + 1];
    }
    if (character === '\n' || character === '\r') {
      throw new BrokenExpression('a line break within a string');
    }
    if (character !== '\\') {
      value += character;
      continue;
    }
    at += 1;
    const escaped = escapes[text.charAt(at)];
    if (escaped === undefined) {
      throw new UnsupportedExpression(`\\${text.charAt(at)} in a text`);
    }
    value += escaped;
  }
  throw new BrokenExpression('a text that does not end');
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}
