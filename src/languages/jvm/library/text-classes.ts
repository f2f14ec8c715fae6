import { equalsIgnoreCase, javaHash, javaTrim } from '../../java/java-text.ts';
import { compareTexts } from '../compare-texts.ts';
import { defineClass, type JavaClass, required } from '../java-class.ts';
import type { ScriptHost } from '../script-host.ts';
import { fail, HostObject, JavaArray, JavaChar, type JavaList, type Value } from '../values.ts';
import { bytesOf, decodeBytes } from './charsets.ts';
import { javaFormat } from './java-format.ts';
import { javaPattern, matchesWhole, replaceByRegex, splitByRegex } from './java-regex.ts';

function outOfBounds(message: string): never {
  fail('java.lang.StringIndexOutOfBoundsException', message);
}

function substring(text: string, from: number, to: number): string {
  if (from < 0 || to > text.length || from > to) {
    outOfBounds(`begin ${from}, end ${to}, length ${text.length}`);
  }
  return text.slice(from, to);
}

const texts = (parts: string[]) => new JavaArray('String', parts);
const format = ([pattern, ...args]: [string, ...Value[]], host: ScriptHost) =>
  javaFormat(required(pattern), args, (value) => host.text(value));

const javaString = defineClass('java.lang.String', {
  parent: 'java.lang.Object',
  constructors: {
    '()': () => '',
    '(String)': (_: never, [text]: [string]) => required(text),
    '(byte[])': (_: never, [bytes]: [Uint8Array]) => decodeBytes(bytes, 'UTF-8'),
    '(byte[],String)': (_: never, [bytes, charset]: [Uint8Array, string]) => decodeBytes(bytes, charset),
    '(byte[],Charset)': (_: never, [bytes, charset]: [Uint8Array, { self: string }]) =>
      decodeBytes(bytes, charset.self),
  },
  statics: {
    'valueOf(char): String': (_: never, [value]: [JavaChar]) => value.toString(),
    'valueOf(Object): String': (_: never, [value]: [Value], host) => host.text(value),
    'format(String,Object...): String': (_: never, args: [string, ...Value[]], host) => format(args, host),
    'join(CharSequence,List): String': (_: never, [by, list]: [string, JavaList], host) =>
      list.items.map((item) => host.text(item)).join(required(by)),
    'join(CharSequence,CharSequence...): String': (_: never, [by, ...parts]: string[]) => parts.join(by),
  },
  methods: {
    'charAt(int): char': (self: string, [at]: [number]) =>
      at >= 0 && at < self.length
        ? new JavaChar(self.charCodeAt(at))
        : outOfBounds(`index ${at}, length ${self.length}`),
    'compareTo(String): int': (self: string, [other]: [string]) => compareTexts(self, required(other)),
    'compareToIgnoreCase(String): int': (self: string, [other]: [string]) =>
      compareTexts(self.toLowerCase(), required(other).toLowerCase()),
    'concat(String): String': (self: string, [other]: [string]) => self + required(other),
    'contains(CharSequence): boolean': (self: string, [part]: [string]) => self.includes(required(part)),
    'endsWith(String): boolean': (self: string, [end]: [string]) => self.endsWith(required(end)),
    'equals(Object): boolean': (self: string, [other]: [Value]) => self === other,
    'equalsIgnoreCase(String): boolean': (self: string, [other]: [string | null]) =>
      other !== null && equalsIgnoreCase(self, other),
    'getBytes(): byte[]': (self: string) => bytesOf(self, 'UTF-8'),
    'getBytes(String): byte[]': (self: string, [charset]: [string]) => bytesOf(self, required(charset)),
    'getBytes(Charset): byte[]': (self: string, [charset]: [{ self: string }]) => bytesOf(self, charset.self),
    'hashCode(): int': javaHash,
    'indexOf(String): int': (self: string, [part]: [string]) => self.indexOf(required(part)),
    'indexOf(String,int): int': (self: string, [part, from]: [string, number]) =>
      self.indexOf(required(part), from),
    'indexOf(int): int': (self: string, [code]: [number]) => self.indexOf(String.fromCharCode(code)),
    'isBlank(): boolean': (self: string) => self.trim() === '',
    'isEmpty(): boolean': (self: string) => self === '',
    'lastIndexOf(String): int': (self: string, [part]: [string]) => self.lastIndexOf(required(part)),
    'lastIndexOf(int): int': (self: string, [code]: [number]) => self.lastIndexOf(String.fromCharCode(code)),
    'length(): int': (self: string) => self.length,
    'matches(String): boolean': (self: string, [pattern]: [string]) =>
      matchesWhole(javaPattern(required(pattern)), self) !== null,
    'repeat(int): String': (self: string, [count]: [number]) =>
      count < 0
        ? fail('java.lang.IllegalArgumentException', `count is negative: ${count}`)
        : self.repeat(count),
    'replace(CharSequence,CharSequence): String': (self: string, [part, by]: [string, string]) => {
      const replacement = required(by);
      return self.replaceAll(required(part), () => replacement);
    },
    'replace(char,char): String': (self: string, [part, by]: [JavaChar, JavaChar]) =>
      self.replaceAll(part.toString(), () => by.toString()),
    'replaceAll(String,String): String': (self: string, [pattern, by]: [string, string]) =>
      replaceByRegex(self, required(pattern), required(by), false),
    'replaceFirst(String,String): String': (self: string, [pattern, by]: [string, string]) =>
      replaceByRegex(self, required(pattern), required(by), true),
    'split(String): String[]': (self: string, [pattern]: [string]) =>
      texts(splitByRegex(self, required(pattern))),
    'split(String,int): String[]': (self: string, [pattern, limit]: [string, number]) =>
      texts(splitByRegex(self, required(pattern), limit)),
    'startsWith(String): boolean': (self: string, [start]: [string]) => self.startsWith(required(start)),
    'startsWith(String,int): boolean': (self: string, [start, from]: [string, number]) =>
      from >= 0 && self.startsWith(required(start), from),
    'strip(): String': (self: string) => self.trim(),
    'substring(int): String': (self: string, [from]: [number]) =>
      from < 0 || from > self.length
        ? outOfBounds(`begin ${from}, end ${self.length}, length ${self.length}`)
        : self.slice(from),
    'substring(int,int): String': (self: string, [from, to]: [number, number]) => substring(self, from, to),
    'subSequence(int,int): String': (self: string, [from, to]: [number, number]) => substring(self, from, to),
    'toCharArray(): char[]': (self: string) =>
      new JavaArray(
        'char',
        Array.from({ length: self.length }, (_, at) => new JavaChar(self.charCodeAt(at))),
      ),
    'toLowerCase(): String': (self: string) => self.toLowerCase(),
    'toString(): String': (self: string) => self,
    'toUpperCase(): String': (self: string) => self.toUpperCase(),
    'trim(): String': javaTrim,
  },
});

interface Builder {
  text: string;
}

const newBuilder = (name: string, text: string) => new HostObject(name, { text });

const builder = (name: string): JavaClass =>
  defineClass(name, {
    parent: 'java.lang.Object',
    constructors: {
      '()': () => newBuilder(name, ''),
      '(int)': () => newBuilder(name, ''),
      '(String)': (_: never, [text]: [string]) => newBuilder(name, required(text)),
    },
    methods: {
      'append(Object): self': (self: Builder, [value]: [Value], host) => {
        self.text += host.text(value);
      },
      'charAt(int): char': (self: Builder, [at]: [number]) =>
        at >= 0 && at < self.text.length
          ? new JavaChar(self.text.charCodeAt(at))
          : outOfBounds(`index ${at},length ${self.text.length}`),
      'deleteCharAt(int): self': (self: Builder, [at]: [number]) => {
        if (at < 0 || at >= self.text.length) {
          outOfBounds(`index ${at},length ${self.text.length}`);
        }
        self.text = self.text.slice(0, at) + self.text.slice(at + 1);
      },
      'indexOf(String): int': (self: Builder, [part]: [string]) => self.text.indexOf(required(part)),
      'insert(int,Object): self': (self: Builder, [at, value]: [number, Value], host) => {
        if (at < 0 || at > self.text.length) {
          outOfBounds(`offset ${at}, length ${self.text.length}`);
        }
        self.text = self.text.slice(0, at) + host.text(value) + self.text.slice(at);
      },
      'length(): int': (self: Builder) => self.text.length,
      'reverse(): self': (self: Builder) => {
        self.text = [...self.text].reverse().join('');
      },
      'setLength(int)': (self: Builder, [length]: [number]) => {
        self.text = self.text.slice(0, length).padEnd(length, '\0');
      },
      'substring(int): String': (self: Builder, [from]: [number]) =>
        substring(self.text, from, self.text.length),
      'substring(int,int): String': (self: Builder, [from, to]: [number, number]) =>
        substring(self.text, from, to),
      'toString(): String': (self: Builder) => self.text,
    },
  });

const character = defineClass('java.lang.Character', {
  parent: 'java.lang.Object',
  statics: {
    'isDigit(char): boolean': (_: never, [char]: [JavaChar]) => /^\p{Nd}$/u.test(char.toString()),
    'isLetter(char): boolean': (_: never, [char]: [JavaChar]) => /^\p{L}$/u.test(char.toString()),
    'isUpperCase(char): boolean': (_: never, [char]: [JavaChar]) => /^\p{Lu}$/u.test(char.toString()),
    'toString(char): String': (_: never, [char]: [JavaChar]) => char.toString(),
  },
  methods: {
    'toString(): String': (self: JavaChar) => self.toString(),
    'charValue(): char': (self: JavaChar) => self,
    'equals(Object): boolean': (self: JavaChar, [other]: [Value]) =>
      other instanceof JavaChar && other.code === self.code,
  },
});

export const textClasses: readonly JavaClass[] = [
  javaString,
  builder('java.lang.StringBuilder'),
  builder('java.lang.StringBuffer'),
  character,
];
