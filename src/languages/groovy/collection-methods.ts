import type { Overloads } from '../jvm/java-class.ts';
import { hasItem, javaEquals } from '../jvm/java-equals.ts';
import { changeable, entriesOf, settable } from '../jvm/library/collection-classes.ts';
import type { ScriptHost } from '../jvm/script-host.ts';
import {
  type Closure,
  fail,
  type HostObject,
  IntRange,
  isNumber,
  iterationStamp,
  JavaArray,
  JavaList,
  JavaMap,
  ScriptException,
  UnsupportedScript,
  type Value,
} from '../jvm/values.ts';
import { computeNumbers } from './groovy-numbers.ts';
import { applyBinary, nullPointer, similarMap, similarTo } from './groovy-operators.ts';
import { callClosure } from './groovy-semantics.ts';
import { compareValues, distinct, groovyText, isEqual, isTrue, itemsOf } from './groovy-values.ts';

type Items = JavaList | JavaArray;

const list = (items: readonly Value[]) => new JavaList([...items]);
const holds = (test: Closure, ...args: Value[]) => isTrue(callClosure(test, args));

function noElement(what: string): never {
  fail('java.util.NoSuchElementException', what);
}

/** The item at an end. Messages name the kind of an empty collection. */
function itemAt(self: Items, end: 'first' | 'last'): Value {
  if (self.items.length === 0) {
    const array = end === 'first' ? 'array' : 'Array';
    const kind = self instanceof JavaArray ? array : isListOf(self) ? 'List' : 'Iterable';
    noElement(`Cannot access ${end}() element from an empty ${kind}`);
  }
  return self.items.at(end === 'first' ? 0 : -1) as Value;
}

const isListOf = (self: JavaList) => !self.isSet && self.className !== 'java.util.Map$Values';

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

/** Rejects closures that change what the method iterates over: Java's iterators fail then, or do not. */
const guarded = (methods: Overloads): Overloads =>
  Object.fromEntries(
    Object.entries(methods).map(([signature, call]) => [
      signature,
      signature.includes('Closure')
        ? (self: never, args: never, host: ScriptHost) => {
            const before = iterationStamp(self);
            const result = call(self, args, host);
            if (iterationStamp(self) !== before) {
              throw new UnsupportedScript('a list or map that changes while a method reads it');
            }
            return result;
          }
        : call,
    ]),
  );

/** Methods shared by lists, sets, ranges and arrays. */
const itemMethods: Overloads = guarded({
  'any(): boolean': (self: Items) => self.items.some(isTrue),
  'any(Closure): boolean': (self: Items, [test]: [Closure]) => self.items.some((item) => holds(test, item)),
  'collect(): List': (self: Items) => list(self.items),
  'collect(Closure): List': (self: Items, [make]: [Closure]) =>
    list(self.items.map((item) => callClosure(make, [item]))),
  'contains(Object): boolean': (self: Items, [value]: [Value]) =>
    self.items.some((item) => isEqual(item, value)),
  'count(Object): int': (self: Items, [value]: [Value]) =>
    self.items.filter((item) => isEqual(item, value)).length,
  'each(Closure): self': (self: Items, [apply]: [Closure]) => {
    for (const item of self.items) {
      callClosure(apply, [item]);
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
  'findAll(Closure): Object': (self: Items, [test]: [Closure]) => {
    const found = self.items.filter((item) => holds(test, item));
    return self instanceof JavaArray ? list(found) : similarTo(self, found);
  },
  'findIndexOf(Closure): int': (self: Items, [test]: [Closure]) =>
    self.items.findIndex((item) => holds(test, item)),
  'inject(Closure): Object': (self: Items, [apply]: [Closure]) =>
    self.items.length === 0
      ? noElement(
          `Cannot call inject() o${self instanceof JavaArray ? 'ver an empty iterable' : 'n an empty collection'} without passing an initial value.`,
        )
      : self.items.reduce((total, item) => callClosure(apply, [total, item])),
  'inject(Object,Closure): Object': (self: Items, [start, apply]: [Value, Closure]) =>
    self.items.reduce((total, item) => callClosure(apply, [total, item]), start),
  'join(): String': (self: Items) => self.items.map(groovyText).join(''),
  'join(String): String': (self: Items, [by]: [string | null]) => self.items.map(groovyText).join(by ?? ''),
  'size(): int': (self: Items) => self.items.length,
  'toList(): List': (self: Items) => list(self.items),
});

const totals: Overloads = {
  'max(): Object': (self: Items) => best(self.items, undefined, 1),
  'min(): Object': (self: Items) => best(self.items, undefined, -1),
  'sum(): Object': (self: Items) => sum(self.items),
};

/** Methods of collections and arrays of objects. The first overload that takes the arguments is called. */
const objectMethods: Overloads = {
  ...guarded({
    'collate(int): List': (self: Items, [size]: [number]) => collate(self.items, size),
    'collectEntries(Closure): Map': (self: Items, [make]: [Closure]) => {
      const map = new JavaMap();
      for (const item of self.items) {
        putEntry(map, callClosure(make, [item]));
      }
      return map;
    },
    'collectMany(Closure): List': (self: Items, [make]: [Closure]) =>
      list(self.items.flatMap((item) => [...itemsOf(callClosure(make, [item]))])),
    'count(Closure): int': (self: Items, [test]: [Closure]) =>
      self.items.filter((item) => holds(test, item)).length,
    'drop(int): Object': (self: Items, [count]: [number]) =>
      similarTo(self, self.items.slice(Math.max(0, count))),
    'first(): Object': (self: Items) => itemAt(self, 'first'),
    'groupBy(Closure): Map': (self: Items, [by]: [Closure]) => groups(self.items, by),
    'head(): Object': (self: Items) => itemAt(self, 'first'),
    'last(): Object': (self: Items) => itemAt(self, 'last'),
    'max(Closure): Object': (self: Items, [by]: [Closure]) => best(self.items, by, 1),
    'min(Closure): Object': (self: Items, [by]: [Closure]) => best(self.items, by, -1),
    'sum(Closure): Object': (self: Items, [make]: [Closure]) =>
      sum(self.items.map((item) => callClosure(make, [item]))),
    'take(int): Object': (self: Items, [count]: [number]) =>
      similarTo(self, self.items.slice(0, Math.max(0, count))),
    'toSorted(): Object': (self: Items) => ordered(self, undefined),
    'toSorted(Closure): Object': (self: Items, [by]: [Closure]) => ordered(self, by),
  }),
  ...itemMethods,
  ...totals,
};

const ordered = (self: Items, by: Closure | undefined): Items => {
  const items = order(self.items, by);
  return self instanceof JavaArray ? new JavaArray(self.component, items) : list(items);
};

/** `sort()` sorts a list in place, and returns a new one for anything else. */
function sortInPlace(self: JavaList, by: Closure | undefined): JavaList {
  const sorted = order(self.items, by);
  if (!isListOf(self)) {
    return list(sorted);
  }
  const { items } = self instanceof IntRange ? changeable(self) : settable(self);
  items.splice(0, items.length, ...sorted);
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
  ...objectMethods,
  'indexed(): Map': (self: JavaList) => {
    const map = new JavaMap();
    for (const [index, item] of self.items.entries()) {
      map.put(index, item);
    }
    return map;
  },
  'contains(Object): boolean': (self: JavaList, [value]: [Value]) => hasItem(self, value),
  'disjoint(Collection): boolean': (self: JavaList, [other]: [JavaList]) =>
    !self.items.some((item) => other.items.some((each) => isEqual(each, item))),
  'flatten(): Object': (self: JavaList) => similarTo(self, flatten(self.items)),
  'intersect(Collection): Object': (self: JavaList, [other]: [JavaList]) =>
    similarTo(
      self,
      other.items.filter((item) => self.items.some((each) => isEqual(each, item))),
    ),
  'plus(Collection): Object': (self: JavaList, [other]: [JavaList]) =>
    similarTo(self, [...self.items, ...other.items]),
  'plus(Object): Object': (self: JavaList, [other]: [Value]) => similarTo(self, [...self.items, other]),
  'minus(Collection): Object': (self: JavaList, [other]: [JavaList]) =>
    similarTo(
      self,
      self.items.filter((item) => !other.items.some((each) => isEqual(each, item))),
    ),
  'removeAll(Closure): boolean': (self: JavaList, [test]: [Closure]) =>
    without(self, (item) => holds(test, item)),
  'removeAll(Collection): boolean': (self: JavaList, [other]: [JavaList]) =>
    without(self, (item) => hasItem(other, item)),
  'retainAll(Closure): boolean': (self: JavaList, [test]: [Closure]) =>
    without(self, (item) => !holds(test, item)),
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
    changeable(self).items.splice(0, self.items.length, ...kept);
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
    self.items.length === 0 ? noElement('Cannot removeLast() an empty List') : changeable(self).items.pop(),
  'reverse(): List': (self: JavaList) => list(self.items.toReversed()),
  'reverseEach(Closure): self': (self: JavaList, [apply]: [Closure]) => {
    for (const item of self.items.toReversed()) {
      callClosure(apply, [item]);
    }
  },
  'shuffled(): List': (self: JavaList, _: [], host) => list(shuffled(self.items, host)),
  'swap(int,int): self': (self: JavaList, [one, two]: [number, number]) => {
    if (self.items[one] === undefined || self.items[two] === undefined) {
      throw new UnsupportedScript('swap outside of a list');
    }
    const { items } = settable(self);
    [items[one], items[two]] = [items[two], items[one]];
  },
  'tail(): Object': (self: JavaList) =>
    self.items.length === 0
      ? noElement('Cannot access tail() for an empty iterable')
      : similarTo(self, self.items.slice(1)),
  'takeRight(int): List': (self: JavaList, [count]: [number]) =>
    list(count <= 0 ? [] : self.items.slice(-count)),
  'withIndex(): List': (self: JavaList) => list(self.items.map((item, index) => list([item, index]))),
};

export const groovyPrimitiveArrayMethods: Overloads = {
  ...itemMethods,
  ...Object.fromEntries(
    Object.entries(totals).map(([signature, call]) => [
      signature,
      (self: JavaArray, args: never, host: ScriptHost) => {
        if (!/^(?:int|long|double)$/.test(self.component)) {
          throw new UnsupportedScript(`${signature} of a ${self.className}`);
        }
        return call(self as never, args, host);
      },
    ]),
  ),
};

export const groovyArrayMethods: Overloads = {
  ...objectMethods,
  'reverse(): Object[]': (self: JavaArray) => new JavaArray('Object', self.items.toReversed()),
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

const keyOf = ({ self }: HostObject): Value => (self as readonly [Value, Value])[0];
const itemOf = ({ self }: HostObject): Value => (self as readonly [Value, Value])[1];

/** Passes an entry, or its key and value, depending on the closure's parameters. */
const callEntry = (closure: Closure, entry: HostObject): Value =>
  callClosure(closure, closure.parameterCount === 2 ? [keyOf(entry), itemOf(entry)] : [entry]);

const keysOf = (map: JavaMap) => map.entries().map(([key]) => key);

function part(map: JavaMap, keys: readonly Value[], result = new JavaMap()): JavaMap {
  for (const key of keys) {
    result.put(key, map.get(key));
  }
  return result;
}

export const groovyMapMethods: Overloads = guarded({
  'any(Closure): boolean': (self: JavaMap, [test]: [Closure]) =>
    entriesOf(self).some((entry) => isTrue(callEntry(test, entry))),
  'collect(Closure): List': (self: JavaMap, [make]: [Closure]) =>
    list(entriesOf(self).map((entry) => callEntry(make, entry))),
  'collectEntries(Closure): Map': (self: JavaMap, [make]: [Closure]) => {
    const map = new JavaMap();
    for (const entry of entriesOf(self)) {
      putEntry(map, callEntry(make, entry));
    }
    return map;
  },
  'count(Closure): int': (self: JavaMap, [test]: [Closure]) =>
    entriesOf(self).filter((entry) => isTrue(callEntry(test, entry))).length,
  'each(Closure): self': (self: JavaMap, [apply]: [Closure]) => {
    for (const entry of entriesOf(self)) {
      callEntry(apply, entry);
    }
  },
  'eachWithIndex(Closure): self': (self: JavaMap, [apply]: [Closure]) => {
    for (const [index, entry] of entriesOf(self).entries()) {
      const isSplit = apply.parameterCount === 3;
      callClosure(apply, isSplit ? [keyOf(entry), itemOf(entry), index] : [entry, index]);
    }
  },
  'every(Closure): boolean': (self: JavaMap, [test]: [Closure]) =>
    entriesOf(self).every((entry) => isTrue(callEntry(test, entry))),
  'find(Closure): Object': (self: JavaMap, [test]: [Closure]) =>
    entriesOf(self).find((entry) => isTrue(callEntry(test, entry))) ?? null,
  'findAll(Closure): Map': (self: JavaMap, [test]: [Closure]) =>
    part(
      self,
      entriesOf(self)
        .filter((entry) => isTrue(callEntry(test, entry)))
        .map(keyOf),
      similarMap(self),
    ),
  'get(Object,Object): Object': (self: JavaMap, [key, fallback]: [Value, Value]) => {
    if (!self.has(key)) {
      self.put(key, fallback);
    }
    return self.get(key);
  },
  'inject(Object,Closure): Object': (self: JavaMap, [start, apply]: [Value, Closure]) =>
    entriesOf(self).reduce<Value>((total, entry) => {
      const isSplit = apply.parameterCount === 3;
      return callClosure(apply, isSplit ? [total, keyOf(entry), itemOf(entry)] : [total, entry]);
    }, start),
  'max(Closure): Object': (self: JavaMap, [by]: [Closure]) => best(entriesOf(self), by, 1),
  'min(Closure): Object': (self: JavaMap, [by]: [Closure]) => best(entriesOf(self), by, -1),
  'plus(Map): Map': (self: JavaMap, [other]: [JavaMap]) => applyBinary('+', self, other),
  'sort(): Map': (self: JavaMap) =>
    part(self, order(keysOf(self), undefined), new JavaMap('java.util.TreeMap')),
  'sort(Closure): Map': (self: JavaMap, [by]: [Closure]) =>
    part(
      self,
      order(entriesOf(self), by).map((entry) => keyOf(entry as HostObject)),
    ),
  'subMap(Collection): Map': (self: JavaMap, [keys]: [JavaList]) =>
    part(
      self,
      keys.items.filter((key) => self.has(key)),
    ),
});
