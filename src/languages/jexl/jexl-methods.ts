import { UnsupportedExpression } from '../expressions/expression.ts';
import type { KnownMethod } from '../expressions/known-method.ts';
import { equalsIgnoreCase, javaTrim } from '../java/java-text.ts';
import { matchesAll } from '../java-regex/simple-regex.ts';
import { JexlFailure, type JexlValue } from './jexl-arithmetic.ts';

type JexlMethod = KnownMethod<JexlValue>;

/** A method whose arguments are all strings. */
const ofTexts = (
  count: number,
  apply: (text: string, first: string, second: string) => JexlValue,
): JexlMethod => ({
  args: [count, count],
  takes: 'texts',
  apply: (text, args, name) => {
    if (args.some((arg) => typeof arg !== 'string')) {
      throw new UnsupportedExpression(`.${name} with a value that is not a string`);
    }
    return apply(text, String(args[0]), String(args[1]));
  },
});

/** JEXL's string methods. Whole numbers are bigints. */
export const jexlMethods: Readonly<Record<string, JexlMethod>> = {
  compareTo: ofTexts(1, (text, other) => BigInt(compareTexts(text, other))),
  concat: ofTexts(1, (text, other) => text + other),
  contains: ofTexts(1, (text, part) => text.includes(part)),
  endsWith: ofTexts(1, (text, end) => text.endsWith(end)),
  equals: { args: [1, 1], apply: (text, [other]) => text === other },
  equalsIgnoreCase: ofTexts(1, equalsIgnoreCase),
  indexOf: ofTexts(1, (text, part) => BigInt(text.indexOf(part))),
  isEmpty: ofTexts(0, (text) => text === ''),
  lastIndexOf: ofTexts(1, (text, part) => BigInt(text.lastIndexOf(part))),
  length: ofTexts(0, (text) => BigInt(text.length)),
  matches: ofTexts(1, matchesAll),
  replace: ofTexts(2, (text, part, by) => text.replaceAll(part, () => by)),
  startsWith: ofTexts(1, (text, start) => text.startsWith(start)),
  substring: { args: [1, 2], takes: 'numbers', apply: substring },
  toLowerCase: ofTexts(0, (text) => text.toLowerCase()),
  toString: ofTexts(0, (text) => text),
  toUpperCase: ofTexts(0, (text) => text.toUpperCase()),
  trim: ofTexts(0, javaTrim),
};

function substring(text: string, args: readonly JexlValue[]): string {
  const [from, to] = args.length === 1 ? [args[0], BigInt(text.length)] : args;
  if (typeof from !== 'bigint' || typeof to !== 'bigint') {
    throw new UnsupportedExpression('.substring of a value that is not a number');
  }
  if (from < 0n || to > text.length || from > to) {
    throw new JexlFailure('substring out of bounds');
  }
  return text.slice(Number(from), Number(to));
}

/** Java's String.compareTo: the difference of the first differing UTF-16 units, or of the lengths. */
function compareTexts(left: string, right: string): number {
  for (let at = 0; at < left.length && at < right.length; at++) {
    if (left.charCodeAt(at) !== right.charCodeAt(at)) {
      return left.charCodeAt(at) - right.charCodeAt(at);
    }
  }
  return left.length - right.length;
}
