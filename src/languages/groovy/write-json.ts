import { BigDecimal } from '../jvm/big-decimal.ts';
import {
  BigInteger,
  classNameOf,
  fail,
  GString,
  HostObject,
  JavaArray,
  JavaByte,
  JavaChar,
  JavaDouble,
  JavaList,
  JavaMap,
  UnsupportedScript,
  type Value,
} from '../jvm/values.ts';
import { parseJson } from './parse-json.ts';

const escapes: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** Groovy escapes every character outside of ASCII. */
function quoted(text: string): string {
  return `"${text.replaceAll(
    /["\\\u0000-\u001f\u007f-\uffff]/g,
    (character) => escapes[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )}"`;
}

/** Groovy's JsonOutput.toJson. */
export function toJson(value: Value): string {
  if (
    value === null ||
    typeof value === 'boolean' ||
    typeof value === 'number' ||
    typeof value === 'bigint'
  ) {
    return String(value);
  }
  if (typeof value === 'string' || value instanceof GString || value instanceof JavaChar) {
    return quoted(String(value));
  }
  if (value instanceof BigDecimal || value instanceof JavaDouble) {
    if (value instanceof JavaDouble && !Number.isFinite(value.value)) {
      fail('groovy.json.JsonException', 'Number value can not be NaN or infinite.');
    }
    return value.toString();
  }
  if (value instanceof BigInteger || value instanceof JavaByte) {
    return String(value.value);
  }
  if (value instanceof JavaList || value instanceof JavaArray) {
    return `[${value.items.map(toJson).join(',')}]`;
  }
  if (value instanceof JavaMap) {
    return `{${value
      .entries()
      .map(([key, item]) => `${quoted(keyOf(key))}:${toJson(item)}`)
      .join(',')}}`;
  }
  if (value instanceof HostObject && value.className === 'java.util.UUID') {
    return quoted(String(value.self));
  }
  throw new UnsupportedScript(`toJson of ${classNameOf(value)}`);
}

function keyOf(key: Value): string {
  if (key === null) {
    fail('java.lang.IllegalArgumentException', "Maps with null keys can't be converted to JSON");
  }
  if (typeof key === 'object') {
    if (key instanceof GString || key instanceof JavaChar) {
      return key.toString();
    }
    throw new UnsupportedScript(`toJson with a key of ${classNameOf(key)}`);
  }
  return String(key);
}

/** Groovy's JsonOutput.prettyPrint: indentation of four spaces. */
export function prettyJson(text: string): string {
  return pretty(parseJson(text), '');
}

function pretty(value: Value, indent: string): string {
  const inner = `${indent}    `;
  const wrap = (open: string, close: string, lines: string[]) =>
    `${open}\n${lines.length > 0 ? `${lines.map((line) => inner + line).join(',\n')}\n` : `${inner}\n`}${indent}${close}`;
  if (value instanceof JavaList) {
    return wrap(
      '[',
      ']',
      value.items.map((item) => pretty(item, inner)),
    );
  }
  if (value instanceof JavaMap) {
    return wrap(
      '{',
      '}',
      value.entries().map(([key, item]) => `${quoted(String(key))}: ${pretty(item, inner)}`),
    );
  }
  return toJson(value);
}
