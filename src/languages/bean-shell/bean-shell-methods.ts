import type { KnownMethod } from '../expressions/known-method.ts';
import { equalsIgnoreCase, javaTrim } from '../java/java-text.ts';
import type { JavaNumber } from './bean-shell-expression.ts';
import { anInt, aText, BeanShellFailure, type BeanShellValue } from './bean-shell-values.ts';

type BeanShellMethod = KnownMethod<BeanShellValue>;

const plain = (apply: (text: string) => BeanShellValue): BeanShellMethod => ({ args: [0, 0], apply });

const ofText = (apply: (text: string, other: string) => BeanShellValue): BeanShellMethod => ({
  args: [1, 1],
  takes: 'texts',
  apply: (text, [other = null]) => apply(text, aText(other)),
});

const int = (value: number): JavaNumber => ({ type: 'int', value: BigInt(value) });

/** Java's String methods, as BeanShell calls them. */
export const beanShellMethods: Readonly<Record<string, BeanShellMethod>> = {
  concat: ofText((text, other) => text + other),
  contains: ofText((text, part) => text.includes(part)),
  endsWith: ofText((text, end) => text.endsWith(end)),
  equals: { args: [1, 1], apply: (text, [other]) => text === other },
  equalsIgnoreCase: ofText(equalsIgnoreCase),
  indexOf: ofText((text, part) => int(text.indexOf(part))),
  isEmpty: plain((text) => text === ''),
  lastIndexOf: ofText((text, part) => int(text.lastIndexOf(part))),
  length: plain((text) => int(text.length)),
  replace: {
    args: [2, 2],
    takes: 'texts',
    apply: (text, [part = null, by = null]) => text.replaceAll(aText(part), () => aText(by)),
  },
  startsWith: ofText((text, start) => text.startsWith(start)),
  substring: {
    args: [1, 2],
    takes: 'numbers',
    apply: (text, [from = null, to = int(text.length)]) => substring(text, anInt(from), anInt(to)),
  },
  toLowerCase: plain((text) => text.toLowerCase()),
  toString: plain((text) => text),
  toUpperCase: plain((text) => text.toUpperCase()),
  trim: plain(javaTrim),
};

function substring(text: string, from: number, to: number): string {
  if (from < 0 || to > text.length || from > to) {
    throw new BeanShellFailure('StringIndexOutOfBoundsException');
  }
  return text.slice(from, to);
}
