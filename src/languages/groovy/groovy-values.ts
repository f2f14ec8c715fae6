import { withCommas } from '../java/message-format.ts';
import { compareTexts } from '../jvm/compare-texts.ts';
import { javaText } from '../jvm/java-text.ts';
import { entriesOf } from '../jvm/library/collection-classes.ts';
import {
  ClassReference,
  Closure,
  classNameOf,
  fail,
  GString,
  HostObject,
  IntRange,
  isNumber,
  isText,
  JavaArray,
  JavaByte,
  JavaChar,
  JavaList,
  JavaMap,
  toDouble,
  UnsupportedScript,
  type Value,
} from '../jvm/values.ts';
import { compareNumbers } from './groovy-numbers.ts';

/** Groovy's text of a value, as in a GString: lists as `[a, b]`, maps as `[a:b]`. */
export function groovyText(value: Value): string {
  if (typeof value === 'string') {
    return value;
  }
  if (value instanceof JavaArray) {
    return `[${value.items.map(groovyText).join(', ')}]`;
  }
  if (value instanceof Uint8Array) {
    return `[${[...value].map((byte) => (byte << 24) >> 24).join(', ')}]`;
  }
  if (value instanceof IntRange) {
    return value.written;
  }
  if (value instanceof JavaList) {
    return `[${value.items.map((item) => (item === value ? '(this Collection)' : groovyText(item))).join(', ')}]`;
  }
  if (value instanceof JavaMap) {
    const entries = value.entries();
    return entries.length === 0
      ? '[:]'
      : `[${entries.map(([key, item]) => `${groovyText(key)}:${groovyText(item)}`).join(', ')}]`;
  }
  return javaText(value);
}

/** The text within a GString, where a range is formatted as a list. */
export const embeddedText = (value: Value): string =>
  value instanceof IntRange ? `[${value.items.map(groovyText).join(', ')}]` : groovyText(value);

/** Java's StringBuilder.reverse, which keeps surrogate pairs. */
export const reversed = (text: string): string => [...text].reverse().join('');

/** Groovy's truth. */
export function isTrue(value: Value): boolean {
  switch (typeof value) {
    case 'boolean':
      return value;
    case 'string':
      return value !== '';
    case 'number':
      return value !== 0;
    case 'bigint':
      return value !== 0n;
  }
  if (value === null || value === undefined) {
    return false;
  }
  if (isNumber(value)) {
    return toDouble(value) !== 0;
  }
  if (value instanceof GString) {
    return value.toString() !== '';
  }
  if (value instanceof JavaChar) {
    return value.code !== 0;
  }
  if (value instanceof JavaList || value instanceof JavaArray) {
    return value.items.length > 0;
  }
  if (value instanceof JavaMap) {
    return value.size > 0;
  }
  if (value instanceof Uint8Array) {
    return value.length > 0;
  }
  if (value instanceof HostObject && value.className === 'java.util.regex.Matcher') {
    return (value.self as { find(): boolean; reset(): void }).find();
  }
  return true;
}

/** Groovy's `==`. */
export function isEqual(left: Value, right: Value): boolean {
  if (left === right) {
    return true;
  }
  if (left === null || right === null || left === undefined || right === undefined) {
    return false;
  }
  if (isNumber(left) && isNumber(right)) {
    return compareNumbers(left, right) === 0;
  }
  if (isText(left) && isText(right)) {
    return String(left) === String(right);
  }
  const one = characterOf(left);
  const two = characterOf(right);
  if (one !== undefined && two !== undefined && (isCharOrNumber(left) || isCharOrNumber(right))) {
    return one === two;
  }
  if (left instanceof JavaList || left instanceof JavaArray) {
    return (right instanceof JavaList || right instanceof JavaArray) && hasEqualItems(left, right);
  }
  if (left instanceof JavaMap) {
    return right instanceof JavaMap && hasEqualEntries(left, right);
  }
  if (left instanceof HostObject && right instanceof HostObject && left.className === right.className) {
    return isEqualObject(left, right);
  }
  if (left instanceof ClassReference && right instanceof ClassReference) {
    return left.name === right.name;
  }
  if (left instanceof Uint8Array && right instanceof Uint8Array) {
    return Buffer.compare(left, right) === 0;
  }
  return false;
}

const isCharOrNumber = (value: Value) => isNumber(value) || value instanceof JavaChar;

/** The numeric value of a number, a character, or a one-character string, as in Groovy's comparisons with numbers. */
function characterOf(value: Value): number | undefined {
  if (isNumber(value)) {
    return toDouble(value);
  }
  if (value instanceof JavaChar) {
    return value.code;
  }
  const text = isText(value) ? String(value) : '';
  return text.length === 1 ? text.charCodeAt(0) : undefined;
}

function hasEqualItems(left: JavaList | JavaArray, right: JavaList | JavaArray): boolean {
  for (const each of [left, right]) {
    if (each instanceof JavaList && (each.isSet || each.className === 'java.util.Map$Values')) {
      throw new UnsupportedScript('a comparison of collections that are not lists');
    }
  }
  return (
    left.items.length === right.items.length &&
    left.items.every((item, index) => isEqual(item, right.items[index]))
  );
}

function hasEqualEntries(left: JavaMap, right: JavaMap): boolean {
  return (
    left.size === right.size &&
    left.entries().every(([key, value]) => right.has(key) && isEqual(value, right.get(key)))
  );
}

function isEqualObject(left: HostObject, right: HostObject): boolean {
  if (typeof left.self === 'number' || typeof left.self === 'string') {
    return left.self === right.self;
  }
  throw new UnsupportedScript(`a comparison of two objects of ${left.className}`);
}

export function distinct(items: readonly Value[], isSame = isEqual): Value[] {
  const kept: Value[] = [];
  for (const item of items) {
    if (!kept.some((each) => isSame(each, item))) {
      kept.push(item);
    }
  }
  return kept;
}

/** Groovy's `<=>` and its comparisons. */
export function compareValues(left: Value, right: Value): number {
  if (left === right) {
    return 0;
  }
  if (left === null) {
    return -1;
  }
  if (right === null) {
    return 1;
  }
  if (isNumber(left) && isNumber(right)) {
    return compareNumbers(left, right);
  }
  if (isText(left) && isText(right)) {
    return compareTexts(String(left), String(right));
  }
  if (isCharOrNumber(left) || isCharOrNumber(right)) {
    const [one, two] = [characterOf(left), characterOf(right)];
    if (one !== undefined && two !== undefined) {
      return one < two ? -1 : one > two ? 1 : 0;
    }
  }
  if (left instanceof GString) {
    return compareTexts(String(left), javaText(right));
  }
  if (typeof left === 'boolean' && typeof right === 'boolean') {
    return left ? 1 : -1;
  }
  if (left instanceof HostObject && right instanceof HostObject && left.className === right.className) {
    const [one, two] = [left.self, right.self];
    if (typeof one === 'number' && typeof two === 'number') {
      return one < two ? -1 : one > two ? 1 : 0;
    }
  }
  if (isPlain(left) && isPlain(right)) {
    cannotCompare(left, right);
  }
  throw new UnsupportedScript(`a comparison of ${classNameOf(left)} with ${classNameOf(right)}`);
}

const isPlain = (value: Value) =>
  typeof value === 'boolean' ||
  isText(value) ||
  isCharOrNumber(value) ||
  value instanceof JavaMap ||
  (value instanceof JavaList && !value.isSet);

function cannotCompare(left: Value, right: Value): never {
  const shown = (value: Value) => `${classNameOf(value)} with value '${messageText(value)}'`;
  fail('java.lang.IllegalArgumentException', `Cannot compare ${shown(left)} and ${shown(right)}`);
}

/** A value formatted by Java's MessageFormat: at most three fraction digits. */
function messageText(value: Value): string {
  const text = javaText(value);
  if (!isNumber(value)) {
    return text;
  }
  const [, whole, fraction = ''] = /^(-?\d+)(?:\.(\d{0,3}?)0*)?$/.exec(text) ?? [];
  if (whole === undefined) {
    throw new UnsupportedScript(`a comparison of ${text} with something else`);
  }
  return `${withCommas(BigInt(whole))}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The items that a loop or `each` iterates over. */
export function itemsOf(value: Value): readonly Value[] {
  if (value instanceof JavaList || value instanceof JavaArray) {
    return value.items;
  }
  if (value === null) {
    return [];
  }
  if (value instanceof JavaMap) {
    return entriesOf(value);
  }
  if (isText(value)) {
    return [...Array(String(value).length).keys()].map((at) => String(value).charAt(at));
  }
  if (value instanceof Uint8Array) {
    return [...value].map((byte) => new JavaByte(byte));
  }
  if (value instanceof Closure) {
    throw new UnsupportedScript('a loop over a closure');
  }
  throw new UnsupportedScript(`a loop over a ${classNameOf(value)}`);
}
