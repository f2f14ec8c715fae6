import { defineClass, type JavaClass, required } from '../java-class.ts';
import { HostObject, JavaArray, UnsupportedScript } from '../values.ts';
import { expandReplacement, JavaMatcher, javaPattern, replaceByRegex, splitByRegex } from './java-regex.ts';

export interface CompiledPattern {
  written: string;
  flags: string;
}

export const newPattern = (written: string, flags = '') => {
  javaPattern(written, flags);
  return new HostObject('java.util.regex.Pattern', { written, flags });
};

export const newMatcher = ({ written, flags }: CompiledPattern, text: string) =>
  new HostObject('java.util.regex.Matcher', new JavaMatcher(javaPattern(written, flags), written, text));

const flagBits: readonly [number, string][] = [
  [2, 'i'],
  [8, 'm'],
  [32, 's'],
];

function flagsOf(bits: number): string {
  const known = flagBits.reduce((sum, [bit]) => sum | bit, 0);
  if ((bits & ~known) !== 0) {
    throw new UnsupportedScript(`the flags ${bits} of a regular expression`);
  }
  return flagBits
    .filter(([bit]) => (bits & bit) !== 0)
    .map(([, flag]) => flag)
    .join('');
}

export const regexClasses: readonly JavaClass[] = [
  defineClass('java.util.regex.Pattern', {
    parent: 'java.lang.Object',
    fields: { CASE_INSENSITIVE: 2, MULTILINE: 8, DOTALL: 32 },
    statics: {
      'compile(String): Pattern': (_: never, [written]: [string]) => newPattern(required(written)),
      'compile(String,int): Pattern': (_: never, [written, bits]: [string, number]) =>
        newPattern(required(written), flagsOf(bits)),
      'matches(String,CharSequence): boolean': (_: never, [written, text]: [string, string]) =>
        new JavaMatcher(javaPattern(required(written)), written, required(text)).matches(),
      'quote(String): String': (_: never, [text]: [string]) => {
        if (required(text).includes('\\E')) {
          throw new UnsupportedScript('Pattern.quote of a text with \\E');
        }
        return `\\Q${text}\\E`;
      },
    },
    methods: {
      'matcher(CharSequence): Matcher': (self: CompiledPattern, [text]: [string]) =>
        newMatcher(self, required(text)),
      'pattern(): String': (self: CompiledPattern) => self.written,
      'toString(): String': (self: CompiledPattern) => self.written,
      'split(CharSequence): String[]': (self: CompiledPattern, [text]: [string]) => {
        if (self.flags !== '') {
          throw new UnsupportedScript('split by a regular expression with flags');
        }
        return new JavaArray('String', splitByRegex(required(text), self.written));
      },
    },
  }),
  defineClass('java.util.regex.Matcher', {
    parent: 'java.lang.Object',
    statics: {
      'quoteReplacement(String): String': (_: never, [text]: [string]) =>
        required(text).replaceAll(/[\\$]/g, String.raw`\$&`),
    },
    methods: {
      'end(): int': (self: JavaMatcher) => self.end(),
      'find(): boolean': (self: JavaMatcher) => self.find(),
      'group(): String': (self: JavaMatcher) => self.group(0),
      'group(int): String': (self: JavaMatcher, [index]: [number]) => self.group(index),
      'group(String): String': (self: JavaMatcher, [name]: [string]) => self.named(required(name)),
      'groupCount(): int': (self: JavaMatcher) => self.pattern.groupCount,
      'lookingAt(): boolean': (self: JavaMatcher) => self.lookingAt(),
      'matches(): boolean': (self: JavaMatcher) => self.matches(),
      'replaceAll(String): String': (self: JavaMatcher, [by]: [string]) => replaceAll(self, required(by)),
      'replaceFirst(String): String': (self: JavaMatcher, [by]: [string]) => {
        if (self.pattern.flags !== '') {
          throw new UnsupportedScript('replaceFirst by a regular expression with flags');
        }
        return replaceByRegex(self.text, self.written, required(by), true);
      },
      'reset(): self': (self: JavaMatcher) => self.reset(),
      'start(): int': (self: JavaMatcher) => self.start(),
    },
  }),
];

function replaceAll(matcher: JavaMatcher, by: string): string {
  let result = '';
  let last = 0;
  for (const match of matcher.all()) {
    result +=
      matcher.text.slice(last, match.index) + expandReplacement(by, match, matcher.pattern.groupCount);
    last = match.index + match[0].length;
  }
  return result + matcher.text.slice(last);
}
