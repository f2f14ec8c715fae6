import { hashOrder } from '../java/hash-order.ts';
import { classOf, JavaNumber, numberText } from '../java/java-number.ts';
import type { JsonValue } from './json-types.ts';
import { entriesOf, isObject } from './json-value.ts';

/** The text that JMeter stores in a variable; null stays null. */
export function variableText(value: JsonValue): string | null {
  return value === null ? null : valueText(value);
}

/** JMeter's text of objects, arrays and other values. */
function valueText(value: JsonValue): string {
  if (typeof value === 'string') {
    return value;
  }
  if (!isObject(value)) {
    return jsonText(value);
  }
  const entries = entriesOf(value);
  return objectText(hashOrder(entries, copiedCapacity(entries.length)));
}

export function jsonText(value: JsonValue): string {
  if (typeof value === 'string') {
    return quote(value);
  }
  if (typeof value === 'number' || value instanceof JavaNumber) {
    return numberText(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map(jsonText).join(',')}]`;
  }
  return isObject(value) ? objectText(entriesOf(value)) : String(value);
}

const objectText = (entries: readonly [string, JsonValue][]) =>
  `{${entries.map(([name, value]) => `${quote(name)}:${jsonText(value)}`).join(',')}}`;

const named: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '/': '\\/',
};

function quote(text: string): string {
  const escaped = text.replace(
    /["\\/\u0000-\u001f\u007f-\u009f\u2000-\u20ff]/g,
    (character) =>
      named[character] ?? `\\u${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
  return `"${escaped}"`;
}

/** Capacity of the HashMap into which the outermost object is copied. */
function copiedCapacity(size: number): number {
  let capacity = 1;
  while (capacity < Math.trunc(size / 0.75 + 1)) {
    capacity *= 2;
  }
  return capacity;
}

/** Java's toString; maps have their own format. */
export function javaText(value: JsonValue): string {
  if (isObject(value)) {
    return `{${entriesOf(value)
      .map(([name, inner]) => `${name}=${javaText(inner)}`)
      .join(', ')}}`;
  }
  return value === null ? 'null' : (variableText(value) ?? 'null');
}

/** Java's equals: numbers of different types differ. */
export function javaEquals(left: JsonValue, right: JsonValue): boolean {
  if (isNumber(left) && isNumber(right)) {
    return classOf(left) === classOf(right) && numberText(left) === numberText(right);
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((each, at) => javaEquals(each, right[at] ?? null));
  }
  if (isObject(left) && isObject(right)) {
    const others = new Map(entriesOf(right));
    const entries = entriesOf(left);
    return (
      entries.length === others.size &&
      entries.every(([name, value]) => others.has(name) && javaEquals(value, others.get(name) ?? null))
    );
  }
  return left === right;
}

export const isNumber = (value: JsonValue): value is number | JavaNumber =>
  typeof value === 'number' || value instanceof JavaNumber;
