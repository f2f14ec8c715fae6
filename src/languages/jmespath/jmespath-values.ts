import { JavaNumber } from '../java/java-number.ts';
import type { JsonValue } from '../json/json-types.ts';
import { entriesOf, isObject } from '../json/json-value.ts';

/** Compiled. */
export type JmesPath = (input: JsonValue) => JsonValue;

export type JmesPathType = 'number' | 'string' | 'boolean' | 'array' | 'object' | 'null';

export function typeOf(value: JsonValue): JmesPathType {
  if (value === null) {
    return 'null';
  }
  if (Array.isArray(value)) {
    return 'array';
  }
  if (value instanceof JavaNumber) {
    return 'number';
  }
  return typeof value as JmesPathType;
}

export function isTruthy(value: JsonValue): boolean {
  if (isObject(value)) {
    return entriesOf(value).length > 0;
  }
  return Array.isArray(value)
    ? value.length > 0
    : typeof value === 'number' || (value !== '' && value !== null && value !== false);
}

/** A whole number has no sign of its own at 0. */
export const numberOf = (value: JsonValue): number =>
  value instanceof JavaNumber ? value.value : (value as number) + 0;

/** Less than, equal to or more than 0; of what has no order, -1 when it differs. */
export function compareValues(one: JsonValue, other: JsonValue): number {
  const type = typeOf(one);
  if (type !== typeOf(other)) {
    return -1;
  }
  switch (type) {
    case 'number':
      return compareNumbers(numberOf(one), numberOf(other));
    case 'string':
      return (one as string) < (other as string) ? -1 : one === other ? 0 : 1;
    case 'array':
      return isSameList(one as JsonValue[], other as JsonValue[]) ? 0 : -1;
    case 'object':
      return isObject(one) && isObject(other) && isSameObject(entriesOf(one), entriesOf(other)) ? 0 : -1;
    default:
      return one === other ? 0 : -1;
  }
}

/** Double.compare: zeros of different sign differ. */
function compareNumbers(one: number, other: number): number {
  if (one === 0 && other === 0) {
    return Number(Object.is(other, -0)) - Number(Object.is(one, -0));
  }
  return one < other ? -1 : one > other ? 1 : 0;
}

function isSameList(list: JsonValue[], others: JsonValue[]): boolean {
  return (
    list.length === others.length &&
    list.every((value, index) => compareValues(value, others[index] ?? null) === 0)
  );
}

function isSameObject(entries: [string, JsonValue][], others: [string, JsonValue][]): boolean {
  const wanted = new Map(others);
  return (
    entries.length === wanted.size &&
    entries.every(([name, value]) => wanted.has(name) && compareValues(value, wanted.get(name) ?? null) === 0)
  );
}
