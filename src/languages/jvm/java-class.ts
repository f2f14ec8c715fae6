import { BigDecimal } from './big-decimal.ts';
import type { ScriptHost } from './script-host.ts';
import {
  BigInteger,
  Closure,
  classNameOf,
  failRoughly,
  HostObject,
  isNumber,
  isText,
  JavaArray,
  JavaByte,
  JavaChar,
  JavaDouble,
  JavaList,
  JavaMap,
  Throwable,
  toDouble,
  toInt64,
  UnsupportedScript,
  type Value,
} from './values.ts';

/**
 * One method: its parameters as Java declares them, and its implementation. Arguments are converted: strings to
 * string, `int` and `double` to number, `long` to bigint, `boolean` to boolean; other values are passed unchanged.
 */
export interface Overload {
  params: readonly string[];
  isVariadic: boolean;
  /** `void`, a type or the name of a class. */
  returns: string;
  /** A method of `java.lang.Object`: receives the object itself instead of its state. */
  isOfAll: boolean;
  call(self: never, args: never, host: ScriptHost): unknown;
}

export type Overloads = Readonly<Record<string, Overload['call']>>;

export interface JavaClass {
  /** Fully qualified. */
  name: string;
  parent: string | undefined;
  constructors: readonly Overload[];
  statics: ReadonlyMap<string, readonly Overload[]>;
  methods: ReadonlyMap<string, readonly Overload[]>;
  /** Static fields. */
  fields: Readonly<Record<string, Value>>;
  checks: ReadonlyMap<string, Check>;
}

/** Checks literal arguments before the run. Throws UnsupportedScript. */
type Check = (args: readonly Value[]) => void;

export interface ClassParts {
  parent?: string;
  /** Keys are parameters: `(String,int)`. */
  constructors?: Overloads;
  /** Keys are signatures: `parseInt(String): int`. */
  statics?: Overloads;
  methods?: Overloads;
  fields?: Readonly<Record<string, Value>>;
  /** By the name of a static method, or `new`. */
  checks?: Readonly<Record<string, Check>>;
}

export function defineClass(name: string, parts: ClassParts): JavaClass {
  const { parent, constructors = {}, statics = {}, methods = {}, fields = {}, checks = {} } = parts;
  return {
    name,
    parent,
    constructors: Object.entries(constructors).map(
      ([key, call]) => parseSignature(`new${key}: ${name}`, call)[1],
    ),
    statics: tableOf(statics),
    methods: tableOf(methods, name === 'java.lang.Object'),
    fields,
    checks: new Map(Object.entries(checks)),
  };
}

export function tableOf(overloads: Overloads, isOfAll = false): Map<string, Overload[]> {
  const table = new Map<string, Overload[]>();
  for (const [key, call] of Object.entries(overloads)) {
    const [name, overload] = parseSignature(key, call, isOfAll);
    table.set(name, [...(table.get(name) ?? []), overload]);
  }
  return table;
}

function parseSignature(key: string, call: Overload['call'], isOfAll = false): [string, Overload] {
  const match = /^(\w+)\((.*)\)(?:: ?([\w.$[\]]+))?$/.exec(key);
  if (!match) {
    throw new Error(`${key} is no signature of a method`);
  }
  const [, name = '', list = '', returns = 'void'] = match;
  const params = list === '' ? [] : list.split(',').map((param) => param.trim());
  const isVariadic = params.at(-1)?.endsWith('...') ?? false;
  const types = params.map((param) => param.replace('...', ''));
  return [name, { params: types, isVariadic, returns, isOfAll, call }];
}

export const simpleName = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

export function acceptsCount({ params, isVariadic }: Overload, count: number): boolean {
  return isVariadic ? count >= params.length - 1 : count === params.length;
}

/** The first overload that accepts these arguments. */
export function chooseOverload(overloads: readonly Overload[], args: readonly Value[]): Overload | undefined {
  for (const overload of overloads) {
    if (takes(overload, args)) {
      return overload;
    }
  }
  return undefined;
}

const takes = (overload: Overload, args: readonly Value[]): boolean =>
  acceptsCount(overload, args.length) && args.every((arg, at) => isAccepted(paramAt(overload, at), arg));

const paramAt = ({ params }: Overload, at: number): string => params[Math.min(at, params.length - 1)] ?? '';

/** Calls a method on a target; constructors have none. */
export function invoke(overload: Overload, target: Value, args: readonly Value[], host: ScriptHost): Value {
  const self = target instanceof HostObject && !overload.isOfAll ? target.self : target;
  const given = args.map((arg, at) => converted(paramAt(overload, at), arg));
  const result = overload.call(self as never, given as never, host);
  return returned(overload.returns, result);
}

/** A void method returns null; doubles are wrapped. */
function returned(type: string, result: unknown): Value {
  if (type === 'void') {
    return null;
  }
  if ((type === 'double' || type === 'Double') && typeof result === 'number') {
    return new JavaDouble(result);
  }
  return result as Value;
}

const collections = new Set(['Collection', 'Iterable', 'List', 'Set']);

function isAccepted(type: string, value: Value): boolean {
  switch (type) {
    case 'Object':
      return value !== undefined;
    case 'int':
      return typeof value === 'number' || value instanceof JavaByte || value instanceof JavaChar;
    case 'long':
      return typeof value === 'number' || typeof value === 'bigint' || value instanceof JavaByte;
    case 'double':
      return isNumber(value) && !(value instanceof BigInteger);
    case 'fraction':
      return value instanceof JavaDouble || value instanceof BigDecimal;
    case 'boolean':
      return typeof value === 'boolean';
    case 'char':
      return value instanceof JavaChar;
  }
  if (value === null) {
    return true;
  }
  switch (type) {
    case 'String':
    case 'CharSequence':
      return isText(value);
    case 'Number':
      return isNumber(value);
    case 'Closure':
      return value instanceof Closure;
    case 'Map':
      return value instanceof JavaMap;
    case 'byte[]':
      return value instanceof Uint8Array;
    case 'String[]':
    case 'Object[]':
      return value instanceof JavaArray;
    case 'BigDecimal':
      return value instanceof BigDecimal;
    case 'BigInteger':
      return value instanceof BigInteger;
    case 'Character':
      return value instanceof JavaChar;
    case 'Throwable':
      return value instanceof Throwable;
  }
  return collections.has(type)
    ? value instanceof JavaList && (type !== 'List' || !value.isSet)
    : simpleName(classNameOf(value)) === type;
}

function converted(type: string, value: Value): unknown {
  switch (type) {
    case 'String':
    case 'CharSequence':
      return value === null ? null : String(value);
    case 'int':
      return typeof value === 'number' ? value : toDouble(value);
    case 'long':
      return toInt64(value);
    case 'double':
    case 'fraction':
      return toDouble(value);
  }
  return value;
}

/** Rejects a null that several overloads accept: Java's choice is unknown here. Closures are called. */
export function rejectAmbiguousNull(
  overloads: readonly Overload[],
  args: readonly Value[],
  what: string,
): void {
  if (!args.includes(null)) {
    return;
  }
  const taking = overloads.filter((each) => takes(each, args));
  const isClosure = (each: Overload) =>
    args.some((arg, at) => arg === null && paramAt(each, at) === 'Closure');
  if (taking.length > 1 || taking.some(isClosure)) {
    throw new UnsupportedScript(`${what} with null`);
  }
}

/** Throws NullPointerException for null. */
export function required<T>(value: T | null): T {
  if (value === null) {
    failRoughly('java.lang.NullPointerException', 'null');
  }
  return value;
}
