import type { ClassTable } from '../jvm/class-table.ts';
import { javaEquals } from '../jvm/java-equals.ts';
import { parseDecimal, parseDouble, parseInt32, parseInt64 } from '../jvm/library/number-classes.ts';
import {
  BigInteger,
  classNameOf,
  fail,
  failRoughly,
  isNumber,
  isText,
  JavaArray,
  JavaChar,
  JavaDouble,
  JavaList,
  JavaMap,
  toDouble,
  toInt32,
  toInt64,
  toWhole,
  UnsupportedScript,
  type Value,
} from '../jvm/values.ts';
import { toDecimal } from './groovy-numbers.ts';
import { distinct, groovyText, isTrue, itemsOf } from './groovy-values.ts';

function castFailure(value: Value, type: string): never {
  const hint = value === null ? ". Try 'java.lang.Integer' instead" : '';
  fail(
    'org.codehaus.groovy.runtime.typehandling.GroovyCastException',
    `Cannot cast object '${groovyText(value)}' with class '${classNameOf(value)}' to class '${type}'${hint}`,
  );
}

const numberTypes: Readonly<Record<string, (value: Value) => Value>> = {
  int: toInt32,
  long: toInt64,
  double: (value) => new JavaDouble(toDouble(value)),
  'java.lang.Integer': toInt32,
  'java.lang.Long': toInt64,
  'java.lang.Double': (value) => new JavaDouble(toDouble(value)),
  'java.math.BigDecimal': toDecimal,
  'java.math.BigInteger': (value) => new BigInteger(toWhole(value)),
};

const parsers: Readonly<Record<string, (text: string) => Value>> = {
  int: (text) => parseInt32(text.trim()),
  long: (text) => parseInt64(text.trim()),
  double: (text) => new JavaDouble(parseDouble(text.trim())),
  'java.lang.Integer': (text) => parseInt32(text.trim()),
  'java.lang.Long': (text) => parseInt64(text.trim()),
  'java.lang.Double': (text) => new JavaDouble(parseDouble(text.trim())),
  'java.math.BigDecimal': (text) => parseDecimal(text.trim()),
  'java.math.BigInteger': (text) => parseBigInteger(text.trim()),
};

function parseBigInteger(text: string): BigInteger {
  if (!/^[+-]?\d+$/.test(text)) {
    failRoughly('java.lang.NumberFormatException', `For input string: "${text}"`);
  }
  return new BigInteger(BigInt(text.replace('+', '')));
}

/** Groovy's conversion to the type of a variable, and `(type) value`. */
export function castTo(type: string, value: Value, classes: ClassTable): Value {
  const number = Object.hasOwn(numberTypes, type) ? numberTypes[type] : undefined;
  if (number) {
    return castToNumber(type, value, number);
  }
  switch (type) {
    case 'java.lang.Object':
      return value;
    case 'boolean':
      return isTrue(value);
    case 'java.lang.Boolean':
      return value === null ? null : isTrue(value);
    case 'java.lang.String':
      return value === null ? null : groovyText(value);
    case 'char':
    case 'java.lang.Character':
      return castToChar(type, value);
  }
  if (value === null || isInstanceOf(type, value, classes)) {
    return value;
  }
  return castToCollection(type, value);
}

function castToNumber(type: string, value: Value, convert: (value: Value) => Value): Value {
  if (value === null && !/^(?:int|long|double)$/.test(type)) {
    return null;
  }
  if (isNumber(value) || value instanceof JavaChar) {
    return convert(value);
  }
  const text = isText(value) ? String(value) : '';
  if (text.length === 1 && type !== 'java.math.BigDecimal') {
    return convert(text.charCodeAt(0));
  }
  if (value === null && type !== 'int') {
    throw new UnsupportedScript(`null as ${type}`);
  }
  castFailure(value, type);
}

function castToChar(type: string, value: Value): Value {
  if (value instanceof JavaChar) {
    return value;
  }
  if (typeof value === 'number') {
    return new JavaChar(value);
  }
  const text = isText(value) ? String(value) : '';
  if (text.length === 1) {
    return new JavaChar(text.charCodeAt(0));
  }
  castFailure(value, type);
}

function castToCollection(type: string, value: Value): Value {
  const isCollection = value instanceof JavaList || value instanceof JavaArray;
  if (isCollection && /^java\.util\.(?:List|ArrayList|Collection)$/.test(type)) {
    return new JavaList([...value.items]);
  }
  if (isCollection && /^java\.util\.(?:Set|LinkedHashSet)$/.test(type)) {
    return new JavaList(distinct(value.items, javaEquals), 'java.util.LinkedHashSet');
  }
  if (isCollection && type.endsWith('[]') && type !== 'byte[]') {
    return new JavaArray(
      type.slice(0, -2),
      type === 'String[]'
        ? value.items.map((item) => (item === null ? null : groovyText(item)))
        : [...value.items],
    );
  }
  throw new UnsupportedScript(`a ${classNameOf(value)} as ${type}`);
}

/** `value as type`. */
export function coerceTo(type: string, value: Value, classes: ClassTable): Value {
  if (value === null && !/^(?:int|long|double|char)$/.test(type)) {
    return type === 'boolean' ? false : null;
  }
  const parse = Object.hasOwn(parsers, type) ? parsers[type] : undefined;
  if (parse && isText(value)) {
    return parse(String(value));
  }
  if (/^(?:char|java\.lang\.Character)$/.test(type) && isText(value) && String(value).length !== 1) {
    throw new UnsupportedScript('a text of several characters as char');
  }
  if (type === 'java.util.List' && !(value instanceof JavaList)) {
    if (isText(value) || value instanceof JavaMap) {
      throw new UnsupportedScript(`a ${classNameOf(value)} as List`);
    }
    return new JavaList([...itemsOf(value)]);
  }
  return castTo(type, value, classes);
}

/** Rejects arguments that Groovy does not accept for a parameter type, or converts in a special way. */
export function requireArgument(type: string, value: Value, classes: ClassTable): void {
  const isTaken =
    value === null
      ? !Object.hasOwn(boxed, type)
      : isInstanceOf(type, value, classes) ||
        (type === 'java.lang.String' && isText(value)) ||
        (type === 'long' && typeof value === 'number') ||
        (type === 'double' && isNumber(value) && !(value instanceof BigInteger));
  if (!isTaken) {
    throw new UnsupportedScript(`a parameter of ${type} with ${classNameOf(value)}`);
  }
}

const boxed: Readonly<Record<string, string>> = {
  int: 'java.lang.Integer',
  long: 'java.lang.Long',
  double: 'java.lang.Double',
  boolean: 'java.lang.Boolean',
  char: 'java.lang.Character',
};

export function isInstanceOf(type: string, value: Value, classes: ClassTable): boolean {
  if (value === null || value === undefined) {
    return false;
  }
  if (type === 'java.lang.Object') {
    return true;
  }
  if (type === 'java.lang.Number') {
    return isNumber(value);
  }
  if (value instanceof JavaArray || value instanceof Uint8Array) {
    return classNameOf(value) === type;
  }
  return classes.isSubclass(classNameOf(value), boxed[type] ?? type);
}
