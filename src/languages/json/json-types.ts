import type { JavaNumber } from '../java/java-number.ts';

/** JSON as parsed by json-smart. Objects are plain where JavaScript keeps their key order, Maps otherwise. */
export type JsonValue = null | boolean | number | string | JavaNumber | JsonValue[] | JsonObject;
export type JsonObject = Map<string, JsonValue> | { [name: string]: JsonValue };
