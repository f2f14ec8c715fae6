import { hasItem, javaEquals } from '../jvm/java-equals.ts';
import { javaText } from '../jvm/java-text.ts';
import { addTo, changeable } from '../jvm/library/collection-classes.ts';
import { javaPattern, matchesWhole } from '../jvm/library/java-regex.ts';
import { type CompiledPattern, newMatcher, newPattern } from '../jvm/library/regex-classes.ts';
import {
  ClassReference,
  classNameOf,
  fail,
  GString,
  HostObject,
  isNumber,
  isText,
  JavaArray,
  JavaChar,
  JavaList,
  JavaMap,
  UnsupportedScript,
  type Value,
} from '../jvm/values.ts';
import { compareNumbers, computeNumbers, negate } from './groovy-numbers.ts';
import { compareValues, distinct, embeddedText, groovyText, isEqual, isTrue } from './groovy-values.ts';

const methodNames: Readonly<Record<string, string>> = {
  '+': 'plus',
  '-': 'minus',
  '*': 'multiply',
  '/': 'div',
  '%': 'mod',
  '**': 'power',
  '<<': 'leftShift',
  '>>': 'rightShift',
  '>>>': 'rightShiftUnsigned',
  '&': 'and',
  '|': 'or',
  '^': 'xor',
};

export function nullPointer(what: string): never {
  fail('java.lang.NullPointerException', what);
}

export function applyBinary(operator: string, left: Value, right: Value): Value {
  switch (operator) {
    case '==':
      return isEqual(left, right);
    case '!=':
      return !isEqual(left, right);
    case '<':
      return compareValues(left, right) < 0;
    case '<=':
      return compareValues(left, right) <= 0;
    case '>':
      return compareValues(left, right) > 0;
    case '>=':
      return compareValues(left, right) >= 0;
    case '<=>':
      return Math.sign(compareValues(left, right));
    case '=~':
    case '==~':
      return find(operator, left, right);
    case 'in':
      return isIn(left, right);
    case '!in':
      return !isIn(left, right);
    case '===':
    case '!==':
      throw new UnsupportedScript(`the operator ${operator}`);
  }
  if (isNumber(left) && isNumber(right)) {
    return computeNumbers(operator, left, right);
  }
  return applyToObjects(operator, left, right);
}

function applyToObjects(operator: string, left: Value, right: Value): Value {
  if (left === null) {
    if (operator === '+') {
      return isText(right) ? `null${right}` : nullPointer(`Cannot execute null+${groovyText(right)}`);
    }
    nullPointer(`Cannot invoke method ${methodNames[operator]}() on null object`);
  }
  switch (operator) {
    case '+':
      return plus(left, right);
    case '-':
      return minus(left, right);
    case '*':
      return times(left, right);
    case '<<':
      return shift(left, right);
    case '&':
    case '|':
    case '^':
      if (typeof left === 'boolean' && typeof right === 'boolean') {
        return operator === '&' ? left && right : operator === '|' ? left || right : left !== right;
      }
  }
  throw unsupported(operator, left, right);
}

const unsupported = (operator: string, left: Value, right: Value) =>
  new UnsupportedScript(`${operator} of ${classNameOf(left)} and ${classNameOf(right)}`);

/** An empty map of the same kind: sorted if the given one is. */
export const similarMap = (map: JavaMap): JavaMap =>
  new JavaMap(map.className === 'java.util.TreeMap' ? map.className : undefined);

/** A collection or array of the same kind with other items. */
export function similarTo(self: JavaList | JavaArray, items: readonly Value[]): JavaList | JavaArray {
  if (self instanceof JavaArray) {
    return new JavaArray(self.component, [...items]);
  }
  if (self.className === 'java.util.TreeMap$KeySet') {
    throw new UnsupportedScript('a part of a sorted set');
  }
  return self.isSet
    ? new JavaList(distinct(items, javaEquals), 'java.util.LinkedHashSet')
    : new JavaList([...items], self.className === 'java.util.LinkedList' ? self.className : undefined);
}

const concurrentMap = 'java.util.concurrent.ConcurrentHashMap';
const dayMs = 86_400_000;

function plus(left: Value, right: Value): Value {
  if (typeof left === 'string') {
    return left + groovyText(right);
  }
  if (left instanceof GString) {
    return isText(right)
      ? new GString([...left.strings, ''], [...left.values, right], embeddedText)
      : String(left) + groovyText(right);
  }
  if (isText(right) && isNumber(left)) {
    return groovyText(left) + String(right);
  }
  if (left instanceof JavaList && !left.isSet) {
    return similarTo(left, [...left.items, ...(right instanceof JavaList ? right.items : [right])]);
  }
  if (left instanceof JavaMap && right instanceof JavaMap && left.className !== concurrentMap) {
    const map = left.className === 'java.util.HashMap' ? new JavaMap(left.className) : similarMap(left);
    map.putAll(left);
    map.putAll(right);
    return map;
  }
  if (left instanceof HostObject && left.className === 'java.util.Date' && typeof right === 'number') {
    return shiftDate(left, right);
  }
  throw unsupported('+', left, right);
}

/** Shifts by calendar days, which may have 23 or 25 hours. */
function shiftDate(date: HostObject, days: number): HostObject {
  const moved = new Date(date.self as number);
  moved.setDate(moved.getDate() + days);
  return new HostObject('java.util.Date', moved.getTime());
}

function minus(left: Value, right: Value): Value {
  if (isText(left)) {
    return String(left).replace(groovyText(right), '');
  }
  if (left instanceof JavaList && !left.isSet) {
    const removed = right instanceof JavaList ? right.items : [right];
    return similarTo(
      left,
      left.items.filter((item) => !removed.some((each) => isEqual(item, each))),
    );
  }
  if (left instanceof HostObject && left.className === 'java.util.Date') {
    if (typeof right === 'number') {
      return shiftDate(left, -right);
    }
    if (right instanceof HostObject && right.className === 'java.util.Date') {
      return daysBetween(left.self as number, right.self as number);
    }
  }
  throw unsupported('-', left, right);
}

function daysBetween(later: number, earlier: number): number {
  const day = (ms: number) => {
    const date = new Date(ms);
    return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / dayMs;
  };
  return day(later) - day(earlier);
}

function times(left: Value, right: Value): Value {
  if (typeof right === 'number' && (isText(left) || left instanceof JavaList)) {
    if (left instanceof JavaList) {
      return repeated(left, right);
    }
    if (right < 0) {
      fail(
        'java.lang.IllegalArgumentException',
        `multiply() should be called with a number of 0 or greater not: ${right}`,
      );
    }
    return String(left).repeat(right);
  }
  throw unsupported('*', left, right);
}

const maxRepeated = 1_000_000;

function repeated(list: JavaList, count: number): JavaList {
  if (count < 0 || list.items.length * count > maxRepeated) {
    throw new UnsupportedScript(`a list * ${count}`);
  }
  return new JavaList(Array.from({ length: count }, () => list.items).flat());
}

function shift(left: Value, right: Value): Value {
  if (left instanceof JavaList) {
    addTo(changeable(left), right);
    return left;
  }
  if (left instanceof JavaMap && right instanceof JavaMap) {
    left.putAll(right);
    return left;
  }
  if (left instanceof HostObject && /^java\.lang\.String(?:Builder|Buffer)$/.test(left.className)) {
    (left.self as { text: string }).text += groovyText(right);
    return left;
  }
  throw unsupported('<<', left, right);
}

function find(operator: string, left: Value, right: Value): Value {
  const text = groovyText(left);
  const pattern: CompiledPattern =
    right instanceof HostObject && right.className === 'java.util.regex.Pattern'
      ? (right.self as CompiledPattern)
      : { written: groovyText(right), flags: '' };
  if (operator === '==~') {
    return matchesWhole(javaPattern(pattern.written, pattern.flags), text) !== null;
  }
  return newMatcher(pattern, text);
}

function isIn(value: Value, all: Value): boolean {
  if (all === null) {
    return value === null;
  }
  if (all instanceof JavaList) {
    return hasItem(all, value);
  }
  if (all instanceof JavaArray) {
    return all.items.some((item) => isEqual(item, value));
  }
  if (all instanceof JavaMap) {
    return isTrue(all.get(value));
  }
  throw new UnsupportedScript(`in of ${classNameOf(all)}`);
}

export function applyUnary(operator: string, value: Value): Value {
  if (value === null) {
    nullPointer(
      `Cannot invoke method ${operator === '-' ? 'negative' : operator === '+' ? 'positive' : 'bitwiseNegate'}() on null object`,
    );
  }
  if (operator === '~' && isText(value)) {
    return newPattern(String(value));
  }
  if (!isNumber(value)) {
    throw new UnsupportedScript(`${operator} of ${classNameOf(value)}`);
  }
  if (operator === '~') {
    return computeNumbers('-', negate(value), 1);
  }
  return operator === '-' ? negate(value) : value;
}

/** Groovy's `isCase`: a list contains, a class has an instance, a pattern matches, a text is the text of the value. */
export function isCase(
  tested: Value,
  value: Value,
  isInstance: (type: string, value: Value) => boolean,
): boolean {
  if (tested === null || value === null) {
    return tested instanceof JavaList ? hasItem(tested, value) : tested === value;
  }
  if (isText(tested)) {
    return String(tested) === javaText(value);
  }
  if (isNumber(tested)) {
    return isNumber(value) && compareNumbers(tested, value) === 0;
  }
  if (tested instanceof JavaList) {
    return hasItem(tested, value);
  }
  if (tested instanceof ClassReference) {
    return isInstance(tested.name, value);
  }
  if (tested instanceof HostObject && tested.className === 'java.util.regex.Pattern') {
    return find('==~', javaText(value), tested) === true;
  }
  if (typeof tested === 'boolean' || tested instanceof JavaChar) {
    return javaEquals(tested, value);
  }
  throw new UnsupportedScript(`a case of ${classNameOf(tested)}`);
}
