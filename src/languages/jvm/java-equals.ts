import { BigDecimal } from './big-decimal.ts';
import {
  BigInteger,
  classNameOf,
  GString,
  HostObject,
  IntRange,
  JavaByte,
  JavaChar,
  JavaDouble,
  JavaList,
  JavaMap,
  UnsupportedScript,
  type Value,
} from './values.ts';

/** Java's `equals`: numbers of different types are never equal. */
export function javaEquals(one: Value, two: Value): boolean {
  if (one === two) {
    return true;
  }
  if (typeof one !== 'object' || typeof two !== 'object' || one === null || two === null) {
    return false;
  }
  if (one instanceof JavaList && two instanceof JavaList) {
    return isList(one) && isList(two) ? hasEqualItems(one.items, two.items) : rejectEquals(one, two);
  }
  if (one instanceof JavaMap && two instanceof JavaMap) {
    return (
      one.size === two.size &&
      one.entries().every(([key, value]) => two.has(key) && javaEquals(value, two.get(key)))
    );
  }
  if (classNameOf(one) !== classNameOf(two)) {
    return false;
  }
  if (one instanceof JavaDouble && two instanceof JavaDouble) {
    return Object.is(one.value, two.value);
  }
  if (one instanceof BigDecimal && two instanceof BigDecimal) {
    return one.unscaled === two.unscaled && one.scale === two.scale;
  }
  if (one instanceof BigInteger && two instanceof BigInteger) {
    return one.value === two.value;
  }
  if (one instanceof JavaByte && two instanceof JavaByte) {
    return one.value === two.value;
  }
  if (one instanceof JavaChar && two instanceof JavaChar) {
    return one.code === two.code;
  }
  if (one instanceof GString && two instanceof GString) {
    return hasEqualItems(one.strings, two.strings) && hasEqualItems(one.values, two.values);
  }
  if (one instanceof HostObject && two instanceof HostObject && typeof one.self !== 'object') {
    return one.self === two.self;
  }
  return rejectEquals(one, two);
}

const isList = (list: JavaList) => !list.isSet && list.className !== 'java.util.Map$Values';

const hasEqualItems = (one: readonly Value[], two: readonly Value[]): boolean =>
  one.length === two.length && one.every((item, at) => javaEquals(item, two[at]));

function rejectEquals(one: Value, two: Value): never {
  throw new UnsupportedScript(`equals of ${classNameOf(one)} and ${classNameOf(two)}`);
}

/** `contains` of a collection. An integer range contains neither longs nor fractions. */
export const hasItem = (list: JavaList, value: Value): boolean =>
  list instanceof IntRange && value instanceof BigInteger
    ? list.items.some((item) => BigInt(item as number) === value.value)
    : list.items.some((item) => javaEquals(item, value));
