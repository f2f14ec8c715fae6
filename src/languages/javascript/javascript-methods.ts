import type { KnownMethod } from '../expressions/known-method.ts';
import { equalsIgnoreCase } from '../java/java-text.ts';

/** JavaScript's primitive values. */
export type ScriptValue = string | number | boolean | null | undefined;

type ScriptMethod = KnownMethod<ScriptValue>;

const plain = (apply: (text: string) => ScriptValue): ScriptMethod => ({ args: [0, 0], apply });

/** A method with one argument, converted to a string. */
const ofText = (apply: (text: string, other: string) => ScriptValue): ScriptMethod => ({
  args: [1, 1],
  apply: (text, [other]) => apply(text, String(other)),
});

/** A method with a start and an optional end or length. */
const ofPart = (apply: (text: string, from: number, to: number | undefined) => string): ScriptMethod => ({
  args: [1, 2],
  apply: (text, [from, to]) => apply(text, Number(from), to === undefined ? undefined : Number(to)),
});

/** JavaScript's string methods, as in Rhino. */
export const javascriptMethods: Readonly<Record<string, ScriptMethod>> = {
  charAt: { args: [1, 1], apply: (text, [at]) => text.charAt(Number(at)) },
  concat: ofText((text, other) => text + other),
  endsWith: ofText((text, end) => text.endsWith(end)),
  // Java's String methods, which Rhino's strings also have.
  equals: ofText((text, other) => text === other),
  equalsIgnoreCase: ofText(equalsIgnoreCase),
  includes: ofText((text, part) => text.includes(part)),
  indexOf: ofText((text, part) => text.indexOf(part)),
  lastIndexOf: ofText((text, part) => text.lastIndexOf(part)),
  startsWith: ofText((text, start) => text.startsWith(start)),
  substr: ofPart(sliceFrom),
  substring: ofPart((text, from, to) => text.substring(from, to)),
  toLowerCase: plain((text) => text.toLowerCase()),
  toString: plain((text) => text),
  toUpperCase: plain((text) => text.toUpperCase()),
  trim: plain((text) => text.trim()),
};

/** Global functions of JavaScript. */
export const javascriptFunctions: Readonly<Record<string, (...args: ScriptValue[]) => ScriptValue>> = {
  Number: (value) => Number(value),
  String: (value) => String(value),
  isNaN: (value) => Number.isNaN(Number(value)),
  parseFloat: (value) => Number.parseFloat(String(value)),
  parseInt: (value, radix) => Number.parseInt(String(value), radix === undefined ? undefined : Number(radix)),
};

export const mathFunctions: Readonly<Record<string, (...values: number[]) => number>> = {
  abs: (value = Number.NaN) => Math.abs(value),
  ceil: (value = Number.NaN) => Math.ceil(value),
  floor: (value = Number.NaN) => Math.floor(value),
  max: Math.max,
  min: Math.min,
  pow: (base = Number.NaN, exponent = Number.NaN) => base ** exponent,
  random: () => Math.random(),
  round: (value = Number.NaN) => Math.round(value),
};

/** JavaScript's substr: a start, negative from the end, and a length. */
function sliceFrom(text: string, start: number, length: number | undefined): string {
  const from = start < 0 ? Math.max(0, text.length + start) : start;
  return text.slice(from, length === undefined ? undefined : from + Math.max(0, length));
}
