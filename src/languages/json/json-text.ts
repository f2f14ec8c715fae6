import { classOf, JavaNumber, numberText } from '../java/java-number.ts';
import { javaHash } from '../java/java-text.ts';
import type { JsonValue } from './json-types.ts';
import { entriesOf, isObject } from './json-value.ts';

/** What JMeter puts into a variable; null stays null. */
export function variableText(value: JsonValue): string | null {
  return value === null ? null : valueText(value);
}

/** As JMeter writes objects, arrays and the rest. */
function valueText(value: JsonValue): string {
  if (typeof value === 'string') {
    return value;
  }
  return isObject(value) ? objectText(hashOrder(entriesOf(value))) : jsonText(value);
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

/** The outermost object is copied into a HashMap on the way, whose order is that of its hashes. */
function hashOrder<T>(entries: readonly [string, T][]): [string, T][] {
  let size = 1;
  while (size < Math.trunc(entries.length / 0.75 + 1)) {
    size *= 2;
  }
  const placed = entries.map((entry, at) => ({ entry, at, bucket: spread(javaHash(entry[0])) & (size - 1) }));
  return placed
    .sort((left, right) => left.bucket - right.bucket || left.at - right.at)
    .map(({ entry }) => entry);
}

const spread = (hash: number) => hash ^ (hash >>> 16);

/** Java's toString: of maps in its own form. */
export function javaText(value: JsonValue): string {
  if (isObject(value)) {
    return `{${entriesOf(value)
      .map(([name, inner]) => `${name}=${javaText(inner)}`)
      .join(', ')}}`;
  }
  return value === null ? 'null' : (variableText(value) ?? 'null');
}

/** Java's equals: numbers of different kinds differ. */
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
