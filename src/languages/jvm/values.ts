import { javaDoubleText } from '../java/java-double.ts';
import { javaHash } from '../java/java-text.ts';
import { BigDecimal } from './big-decimal.ts';

/** A value of a script on the JVM. number: Integer; bigint: Long; Uint8Array: byte[]; undefined: BeanShell's void. */
export type Value =
  | null
  | undefined
  | string
  | boolean
  | number
  | bigint
  | Uint8Array
  | BigDecimal
  | JavaDouble
  | BigInteger
  | JavaByte
  | JavaChar
  | GString
  | JavaList
  | JavaArray
  | JavaMap
  | Closure
  | ClassReference
  | HostObject
  | Throwable;

export class JavaDouble {
  readonly className = 'java.lang.Double';
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }

  toString(): string {
    return javaDoubleText(this.value);
  }
}

export class BigInteger {
  readonly className = 'java.math.BigInteger';
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

export class JavaByte {
  readonly className = 'java.lang.Byte';
  /** From -128 to 127. */
  readonly value: number;

  constructor(value: number) {
    this.value = (value << 24) >> 24;
  }
}

export class JavaChar {
  readonly className = 'java.lang.Character';
  readonly code: number;

  constructor(code: number) {
    this.code = code & 0xffff;
  }

  toString(): string {
    return String.fromCharCode(this.code);
  }
}

/** Groovy's GString: its values are converted to text on each read. */
export class GString {
  readonly className = 'org.codehaus.groovy.runtime.GStringImpl';
  readonly strings: readonly string[];
  readonly values: readonly Value[];
  readonly #text: (value: Value) => string;

  constructor(strings: readonly string[], values: readonly Value[], text: (value: Value) => string) {
    this.strings = strings;
    this.values = values;
    this.#text = text;
  }

  toString(): string {
    let all = this.strings[0] ?? '';
    for (const [index, value] of this.values.entries()) {
      all += this.#text(value) + (this.strings[index + 1] ?? '');
    }
    return all;
  }
}

export type ListClass =
  | 'java.util.ArrayList'
  | 'java.util.LinkedList'
  | 'java.util.Arrays$ArrayList'
  | 'java.util.HashSet'
  | 'java.util.LinkedHashSet'
  | 'groovy.lang.IntRange'
  | 'java.util.Map$KeySet'
  | 'java.util.TreeMap$KeySet'
  | 'java.util.Map$Values'
  | 'java.util.List$SubList';

/** Lists and list-like collections. Sets contain no equal items. */
export class JavaList {
  readonly className: ListClass;
  readonly #items: Value[];

  constructor(items: Value[], className: ListClass = 'java.util.ArrayList') {
    this.#items = items;
    this.className = className;
  }

  get items(): Value[] {
    return this.#items;
  }

  get isSet(): boolean {
    return this.className.endsWith('Set');
  }

  get isFixed(): boolean {
    return /Range$|Arrays\$/.test(this.className);
  }
}

/**
 * Part of a map or list that Java shares with it. Only reading is supported, as long as the map or list is unchanged:
 * `isCurrent` tells.
 */
export class JavaView extends JavaList {
  readonly #isCurrent: () => boolean;

  constructor(
    items: readonly Value[],
    className: Extract<ListClass, `java.util.${'Map' | 'TreeMap' | 'List'}$${string}`>,
    isCurrent: () => boolean,
  ) {
    super(Object.freeze([...items]) as Value[], className);
    this.#isCurrent = isCurrent;
  }

  override get items(): Value[] {
    if (!this.#isCurrent()) {
      throw new UnsupportedScript('a part of a map or list that has changed since');
    }
    return super.items;
  }
}

/** `from..to` of whole numbers. */
export class IntRange extends JavaList {
  readonly from: number;
  readonly to: number;
  readonly isExclusive: boolean;

  constructor(from: number, to: number, isExclusive: boolean) {
    const step = to < from ? -1 : 1;
    const last = isExclusive ? to - step : to;
    const isEmpty = isExclusive && from === to;
    const count = isEmpty ? 0 : Math.abs(last - from) + 1;
    super(
      Array.from({ length: count }, (_, index) => from + index * step),
      'groovy.lang.IntRange',
    );
    this.from = from;
    this.to = to;
    this.isExclusive = isExclusive;
  }

  get written(): string {
    return `${this.from}${this.isExclusive ? '..<' : '..'}${this.to}`;
  }
}

export class JavaArray {
  readonly className: string;
  /** Class name of its items: `String`, `int`. */
  readonly component: string;
  readonly items: Value[];

  constructor(component: string, items: Value[]) {
    this.component = component;
    this.items = items;
    this.className = `${component}[]`;
  }
}

export class Closure {
  readonly className = 'groovy.lang.Closure';
  readonly parameterCount: number;
  readonly call: (args: readonly Value[]) => Value;

  constructor(parameterCount: number, call: (args: readonly Value[]) => Value) {
    this.parameterCount = parameterCount;
    this.call = call;
  }
}

/** A class as a value. */
export class ClassReference {
  readonly className = 'java.lang.Class';
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** An object whose methods are in the tables, with its internal state. */
export class HostObject {
  readonly className: string;
  readonly self: unknown;

  constructor(className: string, self: unknown) {
    this.className = className;
    this.self = self;
  }
}

export class Throwable {
  readonly className: string;
  readonly message: string | null;
  readonly cause: Throwable | undefined;
  /** Whether the JVM's message differs from this one. */
  readonly isPartial: boolean;

  constructor(className: string, message: string | null, cause?: Throwable, isPartial = false) {
    this.className = className;
    this.message = message;
    this.cause = cause;
    this.isPartial = isPartial;
  }

  toString(): string {
    return this.message === null ? this.className : `${this.className}: ${this.message}`;
  }
}

/** An exception thrown by the script, as in the JVM. */
export class ScriptException extends Error {
  readonly throwable: Throwable;
  /** Text that BeanShell's message appends to the script's text. Null: unknown; undefined: not set yet. */
  note: string | null | undefined;

  constructor(throwable: Throwable) {
    super(throwable.toString());
    this.throwable = throwable;
  }
}

export function fail(className: string, message: string | null): never {
  throw new ScriptException(new Throwable(className, message));
}

/** Like `fail`, with a message that differs from the JVM's. */
export function failRoughly(className: string, message: string): never {
  throw new ScriptException(new Throwable(className, message, undefined, true));
}

/** Code that Apache JMeter's script engine may run and the engine does not. The message names it. */
export class UnsupportedScript extends Error {}

/** Code that does not compile in the script's language either. */
export class BrokenScript extends UnsupportedScript {}

export const isNumber = (
  value: Value,
): value is number | bigint | JavaDouble | BigDecimal | BigInteger | JavaByte =>
  typeof value === 'number' ||
  typeof value === 'bigint' ||
  value instanceof JavaDouble ||
  value instanceof BigDecimal ||
  value instanceof BigInteger ||
  value instanceof JavaByte;

export const isText = (value: Value): value is string | GString =>
  typeof value === 'string' || value instanceof GString;

/** The full name of a value's class. */
export function classNameOf(value: Value): string {
  switch (typeof value) {
    case 'string':
      return 'java.lang.String';
    case 'number':
      return 'java.lang.Integer';
    case 'bigint':
      return 'java.lang.Long';
    case 'boolean':
      return 'java.lang.Boolean';
    case 'undefined':
      return 'void';
  }
  if (value === null) {
    return 'null';
  }
  return value instanceof Uint8Array ? 'byte[]' : value.className;
}

/** Converts to a JavaScript number, which may round. */
export function toDouble(value: Value): number {
  if (typeof value === 'number') {
    return value;
  }
  if (typeof value === 'bigint') {
    return Number(value);
  }
  if (value instanceof BigDecimal) {
    return value.toNumber();
  }
  if (value instanceof JavaChar) {
    return value.code;
  }
  return Number((value as JavaDouble | BigInteger | JavaByte).value);
}

/** Number.longValue, before truncation to 64 bits. */
export function toWhole(value: Value): bigint {
  if (typeof value === 'bigint') {
    return value;
  }
  if (typeof value === 'number') {
    return BigInt(value);
  }
  if (value instanceof BigDecimal) {
    return value.toBigInt();
  }
  if (value instanceof JavaDouble) {
    return doubleToWhole(value.value);
  }
  if (value instanceof JavaChar) {
    return BigInt(value.code);
  }
  return BigInt((value as BigInteger | JavaByte).value);
}

/** Java's cast of a double to a long: NaN is 0, and out-of-range values saturate. */
function doubleToWhole(value: number): bigint {
  if (Number.isNaN(value)) {
    return 0n;
  }
  const limit = 2n ** 63n;
  if (!Number.isFinite(value) || Math.abs(value) >= 2 ** 63) {
    return value > 0 ? limit - 1n : -limit;
  }
  return BigInt(Math.trunc(value));
}

/** Number.intValue. */
export function toInt32(value: Value): number {
  if (typeof value === 'number') {
    return value;
  }
  if (value instanceof JavaDouble) {
    return Number.isNaN(value.value)
      ? 0
      : Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, Math.trunc(value.value)));
  }
  return Number(BigInt.asIntN(32, toWhole(value)));
}

export const toInt64 = (value: Value): bigint => BigInt.asIntN(64, toWhole(value));

export type MapClass =
  | 'java.util.LinkedHashMap'
  | 'org.apache.groovy.json.internal.LazyMap'
  | 'java.util.HashMap'
  | 'java.util.TreeMap'
  | 'java.util.concurrent.ConcurrentHashMap';

/** Maximum number of entries in a bucket. From nine on, Java converts it to a tree or grows the table. */
const maxBucket = 7;

/** A Java map, in the iteration order of its class. */
export class JavaMap {
  readonly className: MapClass;
  readonly #entries = new Map<unknown, [key: Value, value: Value]>();
  /** Table capacity of a HashMap, which never shrinks; 0 before the first key. */
  #capacity = 0;
  /** Number of keys added and removed. */
  keyChanges = 0;
  /** Number of keys added and removed, and values replaced. */
  changes = 0;

  constructor(className: MapClass = 'java.util.LinkedHashMap') {
    this.className = className;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: Value): Value {
    return this.#entries.get(identity(key))?.[1] ?? null;
  }

  has(key: Value): boolean {
    return this.#entries.has(identity(key));
  }

  /** Returns the previous value. */
  put(key: Value, value: Value): Value {
    const id = identity(key);
    const known = this.#entries.get(id);
    this.changes += 1;
    if (known) {
      const before = known[1];
      known[1] = value;
      return before;
    }
    this.keyChanges += 1;
    this.#entries.set(id, [key, value]);
    this.#capacity ||= 16;
    this.#growFor(this.#entries.size);
    return null;
  }

  /** Java's `putAll`, which first reserves capacity for all keys. */
  putAll(other: JavaMap): void {
    const entries = other.entries();
    if (entries.length > 0) {
      this.#capacity ||= this.className === 'java.util.HashMap' ? capacityFor(entries.length) : 16;
      this.#growFor(entries.length);
    }
    for (const [key, value] of entries) {
      this.put(key, value);
    }
  }

  #growFor(size: number): void {
    while (size > this.#capacity * 0.75) {
      this.#capacity *= 2;
    }
  }

  remove(key: Value): Value {
    const id = identity(key);
    const value = this.#entries.get(id)?.[1] ?? null;
    if (this.#entries.delete(id)) {
      this.#noteRemoval();
    }
    return value;
  }

  clear(): void {
    this.#entries.clear();
    this.#noteRemoval();
  }

  #noteRemoval(): void {
    this.keyChanges += 1;
    this.changes += 1;
  }

  /** An entry has the current value of its key; a removed one keeps its last value. */
  entries(): [Value, Value][] {
    const all = [...this.#entries.values()];
    if (/\.(?:LinkedHash|Lazy)Map$/.test(this.className)) {
      return all;
    }
    return this.className === 'java.util.TreeMap' ? sorted(all) : this.#byBucket(all);
  }

  /** Iteration order of Java's hash table: by bucket, then by insertion. */
  #byBucket(all: [Value, Value][]): [Value, Value][] {
    const buckets = new Map<number, [Value, Value][]>();
    if (this.className === 'java.util.concurrent.ConcurrentHashMap' && all.length >= 12) {
      throw new UnsupportedScript('the order of a ConcurrentHashMap with 12 keys or more');
    }
    for (const entry of all) {
      const hash = hashOf(entry[0]);
      const bucket = (hash ^ (hash >>> 16)) & (this.#capacity - 1);
      const list = buckets.get(bucket) ?? [];
      list.push(entry);
      buckets.set(bucket, list);
      if (list.length > maxBucket) {
        throw new UnsupportedScript('a map with many keys of one hash code');
      }
    }
    return [...buckets].sort(([left], [right]) => left - right).flatMap(([, list]) => list);
  }
}

/** Changes when Java's iterators over the value fail; undefined for values without such iterators. */
export function iterationStamp(value: Value): number | undefined {
  return value instanceof JavaMap
    ? value.keyChanges
    : value instanceof JavaList
      ? value.items.length
      : undefined;
}

/** Table capacity of a HashMap that is copied from a map of this size. */
const capacityFor = (size: number): number => 2 ** Math.ceil(Math.log2(Math.floor(size / 0.75 + 1)));

function sorted(all: [Value, Value][]): [Value, Value][] {
  return all.sort(([left], [right]) => {
    if (typeof left === 'string' && typeof right === 'string') {
      return left < right ? -1 : left > right ? 1 : 0;
    }
    if (typeof left === 'number' && typeof right === 'number') {
      return left - right;
    }
    throw new UnsupportedScript('a sorted map with keys of several types');
  });
}

/** Same result for keys that are equal in Java. */
function identity(key: Value): unknown {
  switch (typeof key) {
    case 'string':
    case 'number':
    case 'bigint':
    case 'boolean':
      return key;
  }
  if (key === null || key instanceof HostObject || key instanceof ClassReference) {
    return key;
  }
  if (key instanceof JavaChar) {
    return `\0char ${key.code}`;
  }
  if (key instanceof BigInteger || key instanceof JavaByte) {
    return `\0${key.className} ${key.value}`;
  }
  if (key instanceof GString) {
    return `\0gstring ${key}`;
  }
  throw new UnsupportedScript('a map with keys that are neither strings nor integers');
}

function hashOf(key: Value): number {
  switch (typeof key) {
    case 'string':
      return javaHash(key);
    case 'number':
      return key;
    case 'bigint':
      return Number(BigInt.asIntN(32, key ^ (BigInt.asUintN(64, key) >> 32n)));
    case 'boolean':
      return key ? 1231 : 1237;
  }
  if (key === null) {
    return 0;
  }
  if (key instanceof JavaChar) {
    return key.code;
  }
  throw new UnsupportedScript('the hash code of a value that is neither a string nor an integer');
}
