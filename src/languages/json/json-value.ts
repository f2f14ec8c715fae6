import { JavaNumber } from '../java/java-number.ts';
import type { JsonObject, JsonValue } from './json-types.ts';

export function isObject(value: JsonValue): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JavaNumber)
  );
}

export function getProperty(object: JsonObject, name: string): JsonValue | undefined {
  if (object instanceof Map) {
    return object.get(name);
  }
  const value = object[name];
  // Members of Object.prototype are not part of the JSON.
  const isInherited = (typeof value === 'function' || name === '__proto__') && !Object.hasOwn(object, name);
  return isInherited ? undefined : value;
}

export function entriesOf(object: JsonObject): [string, JsonValue][] {
  return object instanceof Map ? [...object] : Object.entries(object);
}

export function valuesOf(object: JsonObject): Iterable<JsonValue> {
  return object instanceof Map ? object.values() : Object.values(object);
}
