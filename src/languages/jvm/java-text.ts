import { BigDecimal } from './big-decimal.ts';
import { textOfObject } from './host-texts.ts';
import { exact } from './library/exception-classes.ts';
import {
  BigInteger,
  ClassReference,
  classNameOf,
  GString,
  HostObject,
  IntRange,
  JavaByte,
  JavaChar,
  JavaDouble,
  JavaList,
  JavaMap,
  Throwable,
  UnsupportedScript,
  type Value,
} from './values.ts';

/** Java's `toString`. */
export function javaText(value: Value): string {
  if (value === null || typeof value !== 'object') {
    return String(value);
  }
  if (value instanceof BigInteger || value instanceof JavaByte) {
    return String(value.value);
  }
  if (
    value instanceof BigDecimal ||
    value instanceof JavaDouble ||
    value instanceof JavaChar ||
    value instanceof GString
  ) {
    return value.toString();
  }
  if (value instanceof Throwable) {
    return exact(value).toString();
  }
  if (value instanceof IntRange) {
    return value.written;
  }
  if (value instanceof JavaList) {
    return `[${value.items.map(javaText).join(', ')}]`;
  }
  if (value instanceof JavaMap) {
    return `{${value
      .entries()
      .map(([key, item]) => `${javaText(key)}=${javaText(item)}`)
      .join(', ')}}`;
  }
  if (value instanceof ClassReference) {
    return `class ${value.name}`;
  }
  if (value instanceof HostObject) {
    if (value.className === 'java.util.Map$Entry') {
      const [key, item] = value.self as [Value, Value];
      return `${javaText(key)}=${javaText(item)}`;
    }
    return textOfObject(value);
  }
  throw new UnsupportedScript(`the text of a ${classNameOf(value)}`);
}
