import type { JavaNumber } from '../java/java-number.ts';

/** JSON as json-smart reads it. Objects are plain ones where JavaScript keeps their order, maps otherwise. */
export type JsonValue = null | boolean | number | string | JavaNumber | JsonValue[] | JsonObject;
export type JsonObject = Map<string, JsonValue> | { [name: string]: JsonValue };
