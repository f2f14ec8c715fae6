import { parseJavaDouble } from '../java/java-double.ts';
import { javaTrim } from '../java/java-text.ts';
import { parseWhole } from '../java/numbers.ts';
import { BigDecimal } from '../jvm/big-decimal.ts';
import type { Overloads } from '../jvm/java-class.ts';
import { bytesOf } from '../jvm/library/charsets.ts';
import { digestOf } from '../jvm/library/crypto-classes.ts';
import { allMatches, firstMatch, javaPattern } from '../jvm/library/java-regex.ts';
import { parseDecimal, parseDouble, parseInt32, parseInt64 } from '../jvm/library/number-classes.ts';
import { type Closure, fail, HostObject, JavaList, UnsupportedScript, type Value } from '../jvm/values.ts';
import { callClosure } from './groovy-semantics.ts';
import { groovyText, isTrue, reversed } from './groovy-values.ts';

const list = (items: readonly Value[]) => new JavaList([...items]);
const characters = (text: string) => Array.from({ length: text.length }, (_, at) => text.charAt(at));

function padding(width: number, length: number, by: string): string {
  if (by === '') {
    throw new UnsupportedScript('padding with an empty text');
  }
  const count = Math.max(0, width - length);
  return by.repeat(Math.ceil(count / by.length)).slice(0, count);
}

function center(text: string, width: number, by: string): string {
  const missing = Math.max(0, width - text.length);
  const left = Math.floor(missing / 2);
  return padding(left, 0, by) + text + padding(missing - left, 0, by);
}

/** Each character of `by` is a separator; empty tokens are dropped. */
function tokenize(text: string, by: string): JavaList {
  const pieces: string[] = [];
  let piece = '';
  for (const character of characters(text)) {
    if (by.includes(character)) {
      pieces.push(piece);
      piece = '';
    } else {
      piece += character;
    }
  }
  return list([...pieces, piece].filter((each) => each !== ''));
}

/** Groovy's decoder, which skips white space and does not require the padding. */
function decodeGroovyBase64(text: string): Buffer {
  const bad = /[^A-Za-z\d+/= \t\n\r]/.exec(text)?.index ?? text.length;
  const late = /=[^=A-Za-z\d+/]*(?=[A-Za-z\d+/])/.exec(text);
  if (late && late.index + late[0].length < bad) {
    fail('java.lang.RuntimeException', '= character not at end of base64 value');
  }
  if (bad < text.length) {
    fail('java.lang.RuntimeException', 'bad character in base64 value');
  }
  return Buffer.from(text, 'base64');
}

const blanks = ' \t\n\r\f';
const lines = (text: string) => {
  const all = text.split(/\r\n|\r|\n/);
  if (all.at(-1) === '') {
    all.pop();
  }
  return all;
};

function isParsed(text: string, parse: (text: string) => unknown): boolean {
  return parse(javaTrim(text)) !== undefined;
}

/** Argument of a closure for a match: its text, or a list with its groups. */
function matchValues(match: RegExpMatchArray): Value {
  return match.length === 1 ? match[0] : new JavaList([...match].map((group) => group ?? null));
}

function replaceWith(text: string, written: string, closure: Closure): string {
  let result = '';
  let last = 0;
  for (const match of allMatches(javaPattern(written), text)) {
    const values = [...match].map((group) => group ?? null);
    const args: Value[] =
      closure.parameterCount === values.length || values.length === 1 ? values : [new JavaList(values)];
    result += text.slice(last, match.index) + groovyText(callClosure(closure, args));
    last = match.index + match[0].length;
  }
  return result + text.slice(last);
}

/** Methods that Groovy adds to strings. */
export const groovyTextMethods: Overloads = {
  'any(Closure): boolean': (self: string, [test]: [Closure]) =>
    characters(self).some((each) => isTrue(callClosure(test, [each]))),
  'capitalize(): String': (self: string) => self.charAt(0).toUpperCase() + self.slice(1),
  'center(Number): String': (self: string, [width]: [number]) => center(self, width, ' '),
  'center(Number,CharSequence): String': (self: string, [width, by]: [number, string]) =>
    center(self, width, by),
  'collect(Closure): List': (self: string, [make]: [Closure]) =>
    list(characters(self).map((each) => callClosure(make, [each]))),
  'count(CharSequence): int': (self: string, [part]: [string]) => {
    if (part === '') {
      throw new UnsupportedScript('count of an empty text');
    }
    return self.split(part).length - 1;
  },
  'decodeBase64(): byte[]': (self: string) => decodeGroovyBase64(self),
  'digest(String): String': (self: string, [algorithm]: [string]) =>
    digestOf(algorithm, bytesOf(self, 'UTF-8')).toString('hex'),
  'drop(int): String': (self: string, [count]: [number]) => self.slice(Math.max(0, count)),
  'dropRight(int): String': (self: string, [count]: [number]) =>
    count >= self.length ? '' : self.slice(0, self.length - Math.max(0, count)),
  'each(Closure): self': (self: string, [apply]: [Closure]) => {
    for (const each of characters(self)) {
      callClosure(apply, [each]);
    }
  },
  'eachLine(Closure): Object': (self: string, [apply]: [Closure]) => {
    if (apply.parameterCount !== 1) {
      throw new UnsupportedScript('eachLine with two parameters');
    }
    return lines(self).reduce<Value>((_, each) => callClosure(apply, [each]), null);
  },
  'find(CharSequence): String': (self: string, [written]: [string]) =>
    firstMatch(javaPattern(written), self)?.[0] ?? null,
  'find(CharSequence,Closure): String': (self: string, [written, make]: [string, Closure]) => {
    const match = firstMatch(javaPattern(written), self);
    return match ? groovyText(callClosure(make, [matchValues(match)])) : null;
  },
  'findAll(CharSequence): List': (self: string, [written]: [string]) =>
    list(allMatches(javaPattern(written), self).map((match) => match[0])),
  'findAll(CharSequence,Closure): List': (self: string, [written, make]: [string, Closure]) =>
    list(allMatches(javaPattern(written), self).map((match) => callClosure(make, [matchValues(match)]))),
  'isBigDecimal(): boolean': (self: string) => isParsed(self, (text) => BigDecimal.parse(text)),
  'isDouble(): boolean': (self: string) => isParsed(self, parseJavaDouble),
  'isInteger(): boolean': (self: string) => isParsed(self, (text) => parseWhole(text, 32)),
  'isLong(): boolean': (self: string) => isParsed(self, (text) => parseWhole(text, 64)),
  'isNumber(): boolean': (self: string) => isParsed(self, (text) => BigDecimal.parse(text)),
  'md5(): String': (self: string) => digestOf('MD5', bytesOf(self, 'UTF-8')).toString('hex'),
  'minus(Object): String': (self: string, [part]: [Value]) => self.replace(groovyText(part), ''),
  'multiply(Number): String': (self: string, [count]: [number]) => {
    if (typeof count !== 'number' || count < 0) {
      throw new UnsupportedScript('multiply with such a number');
    }
    return self.repeat(count);
  },
  'padLeft(Number): String': (self: string, [width]: [number]) => padding(width, self.length, ' ') + self,
  'padLeft(Number,CharSequence): String': (self: string, [width, by]: [number, string]) =>
    padding(width, self.length, by) + self,
  'padRight(Number): String': (self: string, [width]: [number]) => self + padding(width, self.length, ' '),
  'padRight(Number,CharSequence): String': (self: string, [width, by]: [number, string]) =>
    self + padding(width, self.length, by),
  'plus(Object): String': (self: string, [other]: [Value]) => self + groovyText(other),
  'readLines(): List': (self: string) => list(lines(self)),
  'replaceAll(CharSequence,Closure): String': (self: string, [written, make]: [string, Closure]) =>
    replaceWith(self, written, make),
  'reverse(): String': (self: string) => reversed(self),
  'sha256(): String': (self: string) => digestOf('SHA-256', bytesOf(self, 'UTF-8')).toString('hex'),
  'size(): int': (self: string) => self.length,
  'startsWithIgnoreCase(CharSequence): boolean': (self: string, [start]: [string]) =>
    self.slice(0, start.length).toLowerCase() === start.toLowerCase(),
  'endsWithIgnoreCase(CharSequence): boolean': (self: string, [end]: [string]) =>
    end.length <= self.length && self.slice(self.length - end.length).toLowerCase() === end.toLowerCase(),
  'containsIgnoreCase(CharSequence): boolean': (self: string, [part]: [string]) =>
    self.toLowerCase().includes(part.toLowerCase()),
  'take(int): String': (self: string, [count]: [number]) => self.slice(0, Math.max(0, count)),
  'takeRight(int): String': (self: string, [count]: [number]) => (count <= 0 ? '' : self.slice(-count)),
  'toBigDecimal(): BigDecimal': (self: string) => parseDecimal(javaTrim(self)),
  'toBoolean(): boolean': (self: string) => /^(?:true|y|1)$/.test(javaTrim(self).toLowerCase()),
  'toDouble(): double': (self: string) => parseDouble(javaTrim(self)),
  'toInteger(): int': (self: string) => parseInt32(javaTrim(self)),
  'toList(): List': (self: string) => list(characters(self)),
  'toLong(): long': (self: string) => parseInt64(javaTrim(self)),
  'tokenize(): List': (self: string) => tokenize(self, blanks),
  'tokenize(CharSequence): List': (self: string, [by]: [string]) => tokenize(self, by),
  'uncapitalize(): String': (self: string) => self.charAt(0).toLowerCase() + self.slice(1),
};

const writable = (text: string) => new HostObject('groovy.lang.Writable', text);

/** Methods that Groovy adds to byte arrays. */
export const groovyByteMethods: Overloads = {
  'encodeBase64(): Writable': (self: Uint8Array) => writable(Buffer.from(self).toString('base64')),
  'encodeHex(): Writable': (self: Uint8Array) => writable(Buffer.from(self).toString('hex')),
  'size(): int': (self: Uint8Array) => self.length,
  'md5(): String': (self: Uint8Array) => digestOf('MD5', self).toString('hex'),
  'sha256(): String': (self: Uint8Array) => digestOf('SHA-256', self).toString('hex'),
  'digest(String): String': (self: Uint8Array, [algorithm]: [string]) =>
    digestOf(algorithm, self).toString('hex'),
};
