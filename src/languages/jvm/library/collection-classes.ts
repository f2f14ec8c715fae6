import { type ClassParts, defineClass, type JavaClass, required } from '../java-class.ts';
import { hasItem, javaEquals } from '../java-equals.ts';
import type { ScriptHost } from '../script-host.ts';
import {
  fail,
  HostObject,
  IntRange,
  JavaArray,
  JavaList,
  JavaMap,
  JavaView,
  type ListClass,
  type MapClass,
  UnsupportedScript,
  type Value,
} from '../values.ts';

export function outOfRange(at: number, size: number): never {
  fail('java.lang.IndexOutOfBoundsException', `Index ${at} out of bounds for length ${size}`);
}

/** Returns the list; throws if it is immutable. */
export function changeable(list: JavaList): JavaList {
  if (list instanceof JavaView) {
    throw new UnsupportedScript('a change of a part of a map or list');
  }
  if (list.isFixed) {
    fail('java.lang.UnsupportedOperationException', null);
  }
  return list;
}

const indexOf = (list: JavaList, value: Value) => list.items.findIndex((item) => javaEquals(item, value));

/** Returns the list; throws if its items cannot be replaced. Lists of arrays have a fixed size only. */
export function settable(list: JavaList): JavaList {
  if (list instanceof JavaView || list instanceof IntRange) {
    throw new UnsupportedScript('a change of a range or of a part of a list');
  }
  return list;
}

/** Java's check of the borders of a sublist. */
export function checkBorders(from: number, to: number, size: number): void {
  if (from < 0 || to > size) {
    fail('java.lang.IndexOutOfBoundsException', from < 0 ? `fromIndex = ${from}` : `toIndex = ${to}`);
  }
  if (from > to) {
    fail('java.lang.IllegalArgumentException', `fromIndex(${from}) > toIndex(${to})`);
  }
}

/** Returns false if a set already contains the value. */
export function addTo(list: JavaList, value: Value): boolean {
  changeable(list);
  if (list.isSet && indexOf(list, value) >= 0) {
    return false;
  }
  list.items.push(value);
  return true;
}

const collectionMethods: ClassParts['methods'] = {
  'add(Object): boolean': (self: JavaList, [value]: [Value]) => addTo(self, value),
  'addAll(Collection): boolean': (self: JavaList, [other]: [JavaList]) =>
    required(other)
      .items.slice()
      .filter((item) => addTo(self, item)).length > 0,
  'clear()': (self: JavaList) => {
    changeable(self).items.length = 0;
  },
  'contains(Object): boolean': (self: JavaList, [value]: [Value]) => hasItem(self, value),
  'containsAll(Collection): boolean': (self: JavaList, [other]: [JavaList]) =>
    required(other).items.every((item) => hasItem(self, item)),
  'isEmpty(): boolean': (self: JavaList) => self.items.length === 0,
  'iterator(): Iterator': (self: JavaList) =>
    new HostObject('java.util.Iterator', { list: self, at: 0, size: self.items.length }),
  'size(): int': (self: JavaList) => self.items.length,
  'toString(): String': (self: JavaList, _: [], host) => host.text(self),
  'toArray(): Object[]': (self: JavaList) => new JavaArray('Object', self.items.slice()),
};

const listMethods: ClassParts['methods'] = {
  'add(int,Object)': (self: JavaList, [at, value]: [number, Value]) => {
    if (at < 0 || at > self.items.length) {
      fail('java.lang.IndexOutOfBoundsException', `Index: ${at}, Size: ${self.items.length}`);
    }
    changeable(self).items.splice(at, 0, value);
  },
  'equals(Object): boolean': (self: JavaList, [other]: [Value], host) =>
    other instanceof JavaList &&
    other.items.length === self.items.length &&
    self.items.every((item, index) => host.isSame(item, other.items[index])),
  'get(int): Object': (self: JavaList, [at]: [number]) =>
    at < 0 || at >= self.items.length ? outOfRange(at, self.items.length) : self.items[at],
  'indexOf(Object): int': (self: JavaList, [value]: [Value]) => indexOf(self, value),
  'lastIndexOf(Object): int': (self: JavaList, [value]: [Value]) =>
    self.items.findLastIndex((item) => javaEquals(item, value)),
  'remove(int): Object': (self: JavaList, [at]: [number]) => {
    if (at < 0 || at >= self.items.length) {
      outOfRange(at, self.items.length);
    }
    return changeable(self).items.splice(at, 1)[0];
  },
  'remove(Object): boolean': (self: JavaList, [value]: [Value]) => {
    const at = indexOf(changeable(self), value);
    if (at >= 0) {
      self.items.splice(at, 1);
    }
    return at >= 0;
  },
  'set(int,Object): Object': (self: JavaList, [at, value]: [number, Value]) => {
    if (at < 0 || at >= self.items.length) {
      outOfRange(at, self.items.length);
    }
    const { items } = settable(self);
    const before = items[at];
    items[at] = value;
    return before;
  },
  'subList(int,int): List': (self: JavaList, [from, to]: [number, number]) => {
    checkBorders(from, to, self.items.length);
    const [size, items] = [self.items.length, self.items.slice(from, to)];
    const isCurrent = () =>
      self.items.length === size && items.every((item, at) => item === self.items[from + at]);
    return new JavaView(items, 'java.util.List$SubList', isCurrent);
  },
};

const listOf = (className: ListClass): ClassParts['constructors'] => ({
  '()': () => new JavaList([], className),
  '(int)': () => new JavaList([], className),
  '(Collection)': (_: never, [other]: [JavaList]) => {
    const list = new JavaList([], className);
    for (const item of required(other).items) {
      addTo(list, item);
    }
    return list;
  },
});

const mapOf = (className: MapClass): ClassParts['constructors'] => ({
  '()': () => new JavaMap(className),
  '(Map)': (_: never, [other]: [JavaMap]) => {
    const map = new JavaMap(className);
    map.putAll(required(other));
    return map;
  },
});

/** A view of a map, for reading until keys are added or removed; `values` also until values are replaced. */
function viewOf(
  map: JavaMap,
  kind: 'java.util.Map$KeySet' | 'java.util.Map$Values',
  items: Value[],
): JavaView {
  const isSorted = map.className === 'java.util.TreeMap' && kind === 'java.util.Map$KeySet';
  const className = isSorted ? 'java.util.TreeMap$KeySet' : kind;
  const stamp = () => (kind === 'java.util.Map$Values' ? map.changes : map.keyChanges);
  const before = stamp();
  return new JavaView(items, className, () => stamp() === before);
}

/** The entry objects of a map. */
export const entriesOf = (map: JavaMap): HostObject[] =>
  map.entries().map((entry) => new HostObject(entryClass, isSnapshot(map) ? [...entry] : entry));

const entryClass = 'java.util.Map$Entry';
const isSnapshot = (map: JavaMap) => map.className === 'java.util.concurrent.ConcurrentHashMap';

const mapMethods: ClassParts['methods'] = {
  'clear()': (self: JavaMap) => self.clear(),
  'containsKey(Object): boolean': (self: JavaMap, [key]: [Value]) => self.has(key),
  'containsValue(Object): boolean': (self: JavaMap, [value]: [Value]) =>
    self.entries().some(([, item]) => javaEquals(item, value)),
  'entrySet(): Set': (self: JavaMap) => viewOf(self, 'java.util.Map$KeySet', entriesOf(self)),
  'equals(Object): boolean': (self: JavaMap, [other]: [Value], host) =>
    other instanceof JavaMap &&
    other.size === self.size &&
    self.entries().every(([key, value]) => other.has(key) && host.isSame(value, other.get(key))),
  'get(Object): Object': (self: JavaMap, [key]: [Value]) => self.get(key),
  'getOrDefault(Object,Object): Object': (self: JavaMap, [key, fallback]: [Value, Value]) =>
    self.has(key) ? self.get(key) : fallback,
  'isEmpty(): boolean': (self: JavaMap) => self.size === 0,
  'keySet(): Set': (self: JavaMap) =>
    viewOf(
      self,
      'java.util.Map$KeySet',
      self.entries().map(([key]) => key),
    ),
  'put(Object,Object): Object': (self: JavaMap, [key, value]: [Value, Value]) => self.put(key, value),
  'putAll(Map)': (self: JavaMap, [other]: [JavaMap]) => self.putAll(required(other)),
  'putIfAbsent(Object,Object): Object': (self: JavaMap, [key, value]: [Value, Value]) => {
    const before = self.get(key);
    if (before === null) {
      self.put(key, value);
    }
    return before;
  },
  'remove(Object): Object': (self: JavaMap, [key]: [Value]) => self.remove(key),
  'size(): int': (self: JavaMap) => self.size,
  'toString(): String': (self: JavaMap, _: [], host) => host.text(self),
  'values(): Collection': (self: JavaMap) =>
    viewOf(
      self,
      'java.util.Map$Values',
      self.entries().map(([, value]) => value),
    ),
};

type Entry = readonly [key: Value, value: Value];

interface ListIterator {
  list: JavaList;
  at: number;
  /** Size of the list at the start. */
  size: number;
}

function listOfIterator({ list, size }: ListIterator): JavaList {
  if (list.items.length !== size) {
    throw new UnsupportedScript('an iterator of a list that has changed since');
  }
  return list;
}

const shuffled = (items: Value[], host: ScriptHost) => {
  for (let at = items.length - 1; at > 0; at--) {
    const other = Math.floor(host.random() * (at + 1));
    [items[at], items[other]] = [items[other], items[at]];
  }
};

const sort = (list: JavaList, host: ScriptHost) => {
  settable(list).items.sort((one, two) => host.compare(one, two));
};

export const collectionClasses: readonly JavaClass[] = [
  defineClass('java.util.Collection', { parent: 'java.lang.Object', methods: collectionMethods }),
  defineClass('java.util.List', { parent: 'java.util.Collection', methods: listMethods }),
  defineClass('java.util.ArrayList', {
    parent: 'java.util.List',
    constructors: listOf('java.util.ArrayList'),
  }),
  defineClass('java.util.LinkedList', {
    parent: 'java.util.List',
    constructors: Object.fromEntries(
      Object.entries(listOf('java.util.LinkedList') ?? {}).filter(([params]) => params !== '(int)'),
    ),
  }),
  defineClass('java.util.Arrays$ArrayList', { parent: 'java.util.List' }),
  defineClass('java.util.List$SubList', { parent: 'java.util.List' }),
  defineClass('java.util.Map$Values', { parent: 'java.util.Collection' }),
  defineClass('groovy.lang.IntRange', { parent: 'java.util.List' }),
  defineClass('java.util.Set', { parent: 'java.util.Collection' }),
  defineClass('java.util.Map$KeySet', { parent: 'java.util.Set' }),
  defineClass('java.util.TreeMap$KeySet', { parent: 'java.util.Set' }),
  defineClass('java.util.LinkedHashSet', {
    parent: 'java.util.Set',
    constructors: listOf('java.util.LinkedHashSet'),
  }),
  defineClass('java.util.Map', { parent: 'java.lang.Object', methods: mapMethods }),
  ...(
    [
      'java.util.HashMap',
      'java.util.LinkedHashMap',
      'java.util.TreeMap',
      'java.util.concurrent.ConcurrentHashMap',
    ] as const
  ).map((name) => defineClass(name, { parent: 'java.util.Map', constructors: mapOf(name) })),
  defineClass('org.apache.groovy.json.internal.LazyMap', { parent: 'java.util.Map' }),
  defineClass('java.util.Map$Entry', {
    parent: 'java.lang.Object',
    methods: {
      'getKey(): Object': ([key]: Entry) => key,
      'getValue(): Object': ([, value]: Entry) => value,
      'toString(): String': ([key, value]: Entry, _: [], host) => `${host.text(key)}=${host.text(value)}`,
    },
  }),
  defineClass('java.util.Iterator', {
    parent: 'java.lang.Object',
    methods: {
      'hasNext(): boolean': (self: ListIterator) => self.at < listOfIterator(self).items.length,
      'next(): Object': (self: ListIterator) => {
        const { items } = listOfIterator(self);
        if (self.at >= items.length) {
          fail('java.util.NoSuchElementException', null);
        }
        return items[self.at++];
      },
    },
  }),
  defineClass('java.util.Arrays', {
    statics: {
      'asList(Object...): List': (_: never, items: Value[]) =>
        new JavaList(
          items.length === 1 && items[0] instanceof JavaArray ? items[0].items : items.slice(),
          'java.util.Arrays$ArrayList',
        ),
      'toString(Object[]): String': (_: never, [array]: [JavaArray], host) =>
        `[${array.items.map((item) => host.text(item)).join(', ')}]`,
    },
  }),
  defineClass('java.util.Collections', {
    statics: {
      'reverse(List)': (_: never, [list]: [JavaList]) => void settable(list).items.reverse(),
      'shuffle(List)': (_: never, [list]: [JavaList], host) => shuffled(settable(list).items, host),
      'sort(List)': (_: never, [list]: [JavaList], host) => sort(list, host),
      'max(Collection): Object': (_: never, [list]: [JavaList], host) =>
        list.items.reduce((best, item) => (host.compare(item, best) > 0 ? item : best)),
      'min(Collection): Object': (_: never, [list]: [JavaList], host) =>
        list.items.reduce((best, item) => (host.compare(item, best) < 0 ? item : best)),
    },
  }),
];
