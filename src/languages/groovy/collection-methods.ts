import type { Overloads } from '../jvm/java-class.ts';
import { hasItem, javaEquals } from '../jvm/java-equals.ts';
import { changeable } from '../jvm/library/collection-classes.ts';
import type { ScriptHost } from '../jvm/script-host.ts';
import {
  type Closure,
  fail,
  HostObject,
  IntRange,
  isNumber,
  JavaArray,
  JavaList,
  JavaMap,
  ScriptException,
  UnsupportedScript,
  type Value,
} from '../jvm/values.ts';
import { distinct } from './groovy-casts.ts';
import { computeNumbers } from './groovy-numbers.ts';
import { applyBinary, nullPointer, similarMap } from './groovy-operators.ts';
import { callClosure } from './groovy-semantics.ts';
import { compareValues, groovyText, isEqual, isTrue, itemsOf } from './groovy-values.ts';

type Items = JavaList | JavaArray;

const list = (items: readonly Value[]) => new JavaList([...items]);
const holds = (test: Closure, ...args: Value[]) => isTrue(callClosure(test, args));

function noElement(what: string): never {
  fail('java.util.NoSuchElementException', what);
}

/** Groovy orders incomparable values by their hash codes. */
function compareForOrder(one: Value, two: Value): number {
  try {
    return compareValues(one, two);
  } catch (error) {
    throw error instanceof ScriptException
      ? new UnsupportedScript('an order of values that cannot be compared')
      : error;
  }
}

/** Orders by a closure with one parameter (key) or two (comparator). */
function order(items: readonly Value[], by: Closure | undefined): Value[] {
  if (!by) {
    return items.toSorted(compareForOrder);
  }
  if (by.parameterCount === 2) {
    return items.toSorted((one, two) => {
      const result = callClosure(by, [one, two]);
      if (!isNumber(result)) {
        throw new UnsupportedScript('a comparison that gives no number');
      }
      return Number(groovyText(result));
    });
  }
  const keyed = items.map((item) => ({ item, key: callClosure(by, [item]) }));
  return keyed.toSorted((one, two) => compareForOrder(one.key, two.key)).map(({ item }) => item);
}

function best(items: readonly Value[], by: Closure | undefined, sign: 1 | -1): Value {
  let found: Value;
  for (const item of items.filter((each) => by !== undefined || each !== null)) {
    const difference =
      found === undefined
        ? 1
        : by?.parameterCount === 2
          ? sign * Number(groovyText(callClosure(by, [item, found])))
          : sign * compareValues(by ? callClosure(by, [item]) : item, by ? callClosure(by, [found]) : found);
    found = difference > 0 ? item : found;
  }
  return found ?? null;
}

function sum(values: readonly Value[]): Value {
  if (values.length === 0) {
    return null;
  }
  return values.reduce((total, value) => {
    if (total === null) {
      nullPointer('Cannot invoke "Object.getClass()" because "obj" is null');
    }
    return isNumber(total) && isNumber(value)
      ? computeNumbers('+', total, value)
      : applyBinary('+', total, value);
  });
}

function groups(items: readonly Value[], by: Closure): JavaMap {
  const map = new JavaMap();
  for (const item of items) {
    const key = callClosure(by, [item]);
    const known = map.get(key);
    if (known instanceof JavaList) {
      known.items.push(item);
    } else {
      map.put(key, list([item]));
    }
  }
  return map;
}

/** Adds the result of a closure: a list of key and value, a map, or an entry. */
function putEntry(map: JavaMap, made: Value): void {
  if (made instanceof JavaList && made.items.length === 2) {
    map.put(made.items[0], made.items[1]);
  } else if (made instanceof JavaMap) {
    for (const [key, value] of made.entries()) {
      map.put(key, value);
    }
  } else {
    throw new UnsupportedScript('collectEntries with a closure that gives no entry');
  }
}

function flatten(items: readonly Value[]): Value[] {
  return items.flatMap((item) =>
    item instanceof JavaList || item instanceof JavaArray ? flatten(item.items) : [item],
  );
}

function collate(items: readonly Value[], size: number): JavaList {
  if (size <= 0) {
    throw new UnsupportedScript(`collate(${size})`);
  }
  const parts: Value[] = [];
  for (let at = 0; at < items.length; at += size) {
    parts.push(list(items.slice(at, at + size)));
  }
  return list(parts);
}

/** Methods shared by lists, sets, ranges and arrays. */
const itemMethods: Overloads = {
  'any(): boolean': (self: Items) => self.items.some(isTrue),
  'any(Closure): boolean': (self: Items, [test]: [Closure]) => self.items.some((item) => holds(test, item)),
  'collate(int): List': (self: Items, [size]: [number]) => collate(self.items, size),
  'collect(): List': (self: Items) => list(self.items),
  'collect(Closure): List': (self: Items, [make]: [Closure]) =>
    list(self.items.map((item) => callClosure(make, [item]))),
  'collectEntries(Closure): Map': (self: Items, [make]: [Closure]) => {
    const map = new JavaMap();
    for (const item of self.items) {
      putEntry(map, callClosure(make, [item]));
    }
    return map;
  },
  'collectMany(Closure): List': (self: Items, [make]: [Closure]) =>
    list(self.items.flatMap((item) => [...itemsOf(callClosure(make, [item]))])),
  'contains(Object): boolean': (self: Items, [value]: [Value]) =>
    self.items.some((item) => isEqual(item, value)),
  'count(Closure): int': (self: Items, [test]: [Closure]) =>
    self.items.filter((item) => holds(test, item)).length,
  'count(Object): int': (self: Items, [value]: [Value]) =>
    self.items.filter((item) => isEqual(item, value)).length,
  'drop(int): List': (self: Items, [count]: [number]) => list(self.items.slice(Math.max(0, count))),
  'each(Closure): self': (self: Items, [apply]: [Closure]) => {
    const { length } = self.items;
    for (let at = 0; at < self.items.length; at++) {
      callClosure(apply, [self.items[at]]);
      if (self.items.length !== length) {
        throw new UnsupportedScript('a list that changes while each reads it');
      }
    }
  },
  'eachWithIndex(Closure): self': (self: Items, [apply]: [Closure]) => {
    for (const [index, item] of self.items.entries()) {
      callClosure(apply, [item, index]);
    }
  },
  'every(Closure): boolean': (self: Items, [test]: [Closure]) =>
    self.items.every((item) => holds(test, item)),
  'every(): boolean': (self: Items) => self.items.every(isTrue),
  'find(Closure): Object': (self: Items, [test]: [Closure]) =>
    self.items.find((item) => holds(test, item)) ?? null,
  'findAll(Closure): List': (self: Items, [test]: [Closure]) =>
    list(self.items.filter((item) => holds(test, item))),
  'findIndexOf(Closure): int': (self: Items, [test]: [Closure]) =>
    self.items.findIndex((item) => holds(test, item)),
  'first(): Object': (self: Items) =>
    self.items.length === 0 ? noElement('Cannot access first() element from an empty List') : self.items[0],
  'groupBy(Closure): Map': (self: Items, [by]: [Closure]) => groups(self.items, by),
  'head(): Object': (self: Items) =>
    self.items.length === 0 ? noElement('Cannot access first() element from an empty List') : self.items[0],
  'indexed(): Map': (self: Items) => {
    const map = new JavaMap();
    for (const [index, item] of self.items.entries()) {
      map.put(index, item);
    }
    return map;
  },
  'inject(Closure): Object': (self: Items, [apply]: [Closure]) =>
    self.items.length === 0
      ? noElement('Cannot call inject() on an empty collection without passing an initial value.')
      : self.items.reduce((total, item) => callClosure(apply, [total, item])),
  'inject(Object,Closure): Object': (self: Items, [start, apply]: [Value, Closure]) =>
    self.items.reduce((total, item) => callClosure(apply, [total, item]), start),
  'join(): String': (self: Items) => self.items.map(groovyText).join(''),
  'join(String): String': (self: Items, [by]: [string | null]) => self.items.map(groovyText).join(by ?? ''),
  'last(): Object': (self: Items) =>
    self.items.length === 0
      ? noElement('Cannot access last() element from an empty List')
      : self.items.at(-1),
  'max(): Object': (self: Items) => best(self.items, undefined, 1),
  'max(Closure): Object': (self: Items, [by]: [Closure]) => best(self.items, by, 1),
  'min(): Object': (self: Items) => best(self.items, undefined, -1),
  'min(Closure): Object': (self: Items, [by]: [Closure]) => best(self.items, by, -1),
  'size(): int': (self: Items) => self.items.length,
  'sum(): Object': (self: Items) => sum(self.items),
  'sum(Closure): Object': (self: Items, [make]: [Closure]) =>
    sum(self.items.map((item) => callClosure(make, [item]))),
  'take(int): List': (self: Items, [count]: [number]) => list(self.items.slice(0, Math.max(0, count))),
  'toList(): List': (self: Items) => list(self.items),
  'toSorted(): List': (self: Items) => list(order(self.items, undefined)),
  'toSorted(Closure): List': (self: Items, [by]: [Closure]) => list(order(self.items, by)),
};

/** `sort()` sorts a list in place, and returns a new one for anything else. */
function sortInPlace(self: JavaList, by: Closure | undefined): JavaList {
  const sorted = order(self.items, by);
  if (self instanceof IntRange || self.isSet) {
    return list(sorted);
  }
  self.items.splice(0, self.items.length, ...sorted);
  return self;
}

function shuffled(items: readonly Value[], host: ScriptHost): Value[] {
  const all = [...items];
  for (let at = all.length - 1; at > 0; at--) {
    const other = Math.floor(host.random() * (at + 1));
    [all[at], all[other]] = [all[other], all[at]];
  }
  return all;
}

const without = (self: JavaList, test: (item: Value) => boolean): boolean => {
  const kept = changeable(self).items.filter((item) => !test(item));
  const isChanged = kept.length !== self.items.length;
  self.items.splice(0, self.items.length, ...kept);
  return isChanged;
};

export const groovyCollectionMethods: Overloads = {
  ...itemMethods,
  'contains(Object): boolean': (self: JavaList, [value]: [Value]) => hasItem(self, value),
  'disjoint(Collection): boolean': (self: JavaList, [other]: [JavaList]) =>
    !self.items.some((item) => other.items.some((each) => isEqual(each, item))),
  'flatten(): List': (self: JavaList) => list(flatten(self.items)),
  'intersect(Collection): List': (self: JavaList, [other]: [JavaList]) =>
    list(other.items.filter((item) => self.items.some((each) => isEqual(each, item)))),
  'plus(Collection): List': (self: JavaList, [other]: [JavaList]) => list([...self.items, ...other.items]),
  'plus(Object): List': (self: JavaList, [other]: [Value]) => list([...self.items, other]),
  'minus(Collection): List': (self: JavaList, [other]: [JavaList]) =>
    list(self.items.filter((item) => !other.items.some((each) => isEqual(each, item)))),
  'removeAll(Closure): boolean': (self: JavaList, [test]: [Closure]) =>
    without(self, (item) => holds(test, item)),
  'removeAll(Collection): boolean': (self: JavaList, [other]: [JavaList]) =>
    without(self, (item) => hasItem(other, item)),
  'retainAll(Closure): boolean': (self: JavaList, [test]: [Closure]) =>
    without(self, (item) => !holds(test, item)),
  'shuffled(): List': (self: JavaList, _: [], host) => list(shuffled(self.items, host)),
  'sort(): Object': (self: JavaList) => sortInPlace(self, undefined),
  'sort(Closure): Object': (self: JavaList, [by]: [Closure]) => sortInPlace(self, by),
  'sort(boolean): List': (self: JavaList, [isInPlace]: [boolean]) =>
    isInPlace ? sortInPlace(self, undefined) : list(order(self.items, undefined)),
  'toSet(): Set': (self: JavaList) =>
    new JavaList(distinct(self.items, javaEquals), 'java.util.LinkedHashSet'),
  'unique(): Object': (self: JavaList) => {
    const kept = distinct(self.items);
    changeable(self).items.splice(0, self.items.length, ...kept);
    return self;
  },
  'unique(boolean): Object': (self: JavaList, [isInPlace]: [boolean]) => {
    const kept = distinct(self.items);
    if (!isInPlace) {
      return list(kept);
    }
    self.items.splice(0, self.items.length, ...kept);
    return self;
  },
};

export const groovyListMethods: Overloads = {
  'getAt(int): Object': (self: JavaList, [at]: [number]) => self.items.at(at) ?? null,
  'dropRight(int): List': (self: JavaList, [count]: [number]) =>
    list(self.items.slice(0, Math.max(0, self.items.length - Math.max(0, count)))),
  'init(): List': (self: JavaList) =>
    self.items.length === 0
      ? noElement('Cannot access init() for an empty Iterable')
      : list(self.items.slice(0, -1)),
  'pop(): Object': (self: JavaList) =>
    self.items.length === 0 ? noElement('Cannot pop() an empty List') : changeable(self).items.shift(),
  'push(Object): boolean': (self: JavaList, [value]: [Value]) => {
    changeable(self).items.unshift(value);
    return true;
  },
  'removeAt(int): Object': (self: JavaList, [at]: [number]) => {
    if (at < 0 || at >= self.items.length) {
      throw new UnsupportedScript(`removeAt(${at})`);
    }
    return changeable(self).items.splice(at, 1)[0];
  },
  'removeLast(): Object': (self: JavaList) =>
    self.items.length === 0
      ? noElement('Cannot removeLast() from an empty List')
      : changeable(self).items.pop(),
  'reverse(): List': (self: JavaList) => list(self.items.toReversed()),
  'reverseEach(Closure): self': (self: JavaList, [apply]: [Closure]) => {
    for (const item of self.items.toReversed()) {
      callClosure(apply, [item]);
    }
  },
  'swap(int,int): self': (self: JavaList, [one, two]: [number, number]) => {
    if (self.items[one] === undefined || self.items[two] === undefined) {
      throw new UnsupportedScript('swap outside of a list');
    }
    [self.items[one], self.items[two]] = [self.items[two], self.items[one]];
  },
  'tail(): List': (self: JavaList) =>
    self.items.length === 0
      ? noElement('Cannot access tail() for an empty iterable')
      : list(self.items.slice(1)),
  'takeRight(int): List': (self: JavaList, [count]: [number]) =>
    list(count <= 0 ? [] : self.items.slice(-count)),
  'withIndex(): List': (self: JavaList) => list(self.items.map((item, index) => list([item, index]))),
};

export const groovyArrayMethods: Overloads = {
  ...itemMethods,
  'reverse(): Object[]': (self: JavaArray) => new JavaArray(self.component, self.items.toReversed()),
  'sort(): Object[]': (self: JavaArray) => {
    self.items.splice(0, self.items.length, ...order(self.items, undefined));
    return self;
  },
};

/** Byte arrays are read as arrays of Byte. */
export const groovyByteItemMethods: Overloads = Object.fromEntries(
  Object.entries(itemMethods).map(([signature, call]) => [
    signature,
    (self: Uint8Array, args: never, host: ScriptHost) =>
      call(new JavaArray('byte', [...itemsOf(self)]) as never, args, host),
  ]),
);

const entry = (map: JavaMap, key: Value) => new HostObject('java.util.Map$Entry', { map, key });

/** Passes an entry, or its key and value, depending on the closure's parameters. */
const callEntry = (closure: Closure, map: JavaMap, key: Value): Value =>
  callClosure(closure, closure.parameterCount === 2 ? [key, map.get(key)] : [entry(map, key)]);

const keysOf = (map: JavaMap) => map.entries().map(([key]) => key);

function part(map: JavaMap, keys: readonly Value[], result = new JavaMap()): JavaMap {
  for (const key of keys) {
    result.put(key, map.get(key));
  }
  return result;
}

export const groovyMapMethods: Overloads = {
  'any(Closure): boolean': (self: JavaMap, [test]: [Closure]) =>
    keysOf(self).some((key) => isTrue(callEntry(test, self, key))),
  'collect(Closure): List': (self: JavaMap, [make]: [Closure]) =>
    list(keysOf(self).map((key) => callEntry(make, self, key))),
  'collectEntries(Closure): Map': (self: JavaMap, [make]: [Closure]) => {
    const map = new JavaMap();
    for (const key of keysOf(self)) {
      putEntry(map, callEntry(make, self, key));
    }
    return map;
  },
  'count(Closure): int': (self: JavaMap, [test]: [Closure]) =>
    keysOf(self).filter((key) => isTrue(callEntry(test, self, key))).length,
  'each(Closure): self': (self: JavaMap, [apply]: [Closure]) => {
    for (const key of keysOf(self)) {
      callEntry(apply, self, key);
    }
  },
  'eachWithIndex(Closure): self': (self: JavaMap, [apply]: [Closure]) => {
    for (const [index, key] of keysOf(self).entries()) {
      callClosure(
        apply,
        apply.parameterCount === 3 ? [key, self.get(key), index] : [entry(self, key), index],
      );
    }
  },
  'every(Closure): boolean': (self: JavaMap, [test]: [Closure]) =>
    keysOf(self).every((key) => isTrue(callEntry(test, self, key))),
  'find(Closure): Object': (self: JavaMap, [test]: [Closure]) => {
    const found = keysOf(self).find((key) => isTrue(callEntry(test, self, key)));
    return found === undefined ? null : entry(self, found);
  },
  'findAll(Closure): Map': (self: JavaMap, [test]: [Closure]) =>
    part(
      self,
      keysOf(self).filter((key) => isTrue(callEntry(test, self, key))),
      similarMap(self),
    ),
  'get(Object,Object): Object': (self: JavaMap, [key, fallback]: [Value, Value]) => {
    if (!self.has(key)) {
      self.put(key, fallback);
    }
    return self.get(key);
  },
  'inject(Object,Closure): Object': (self: JavaMap, [start, apply]: [Value, Closure]) =>
    keysOf(self).reduce(
      (total, key) =>
        callClosure(
          apply,
          apply.parameterCount === 3 ? [total, key, self.get(key)] : [total, entry(self, key)],
        ),
      start,
    ),
  'max(Closure): Object': (self: JavaMap, [by]: [Closure]) =>
    best(
      keysOf(self).map((key) => entry(self, key)),
      by,
      1,
    ),
  'min(Closure): Object': (self: JavaMap, [by]: [Closure]) =>
    best(
      keysOf(self).map((key) => entry(self, key)),
      by,
      -1,
    ),
  'plus(Map): Map': (self: JavaMap, [other]: [JavaMap]) => applyBinary('+', self, other),
  'sort(): Map': (self: JavaMap) =>
    part(self, order(keysOf(self), undefined), new JavaMap('java.util.TreeMap')),
  'sort(Closure): Map': (self: JavaMap, [by]: [Closure]) =>
    part(
      self,
      order(
        keysOf(self).map((key) => entry(self, key)),
        by,
      ).map((each) => ((each as HostObject).self as { key: Value }).key),
    ),
  'subMap(Collection): Map': (self: JavaMap, [keys]: [JavaList]) =>
    part(
      self,
      keys.items.filter((key) => self.has(key)),
    ),
  'sum(Closure): Object': (self: JavaMap, [make]: [Closure]) =>
    sum(keysOf(self).map((key) => callEntry(make, self, key))),
};
