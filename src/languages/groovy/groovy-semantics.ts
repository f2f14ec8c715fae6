import { BigDecimal } from '../jvm/big-decimal.ts';
import type { ClassTable } from '../jvm/class-table.ts';
import { tableName } from '../jvm/compile-expressions.ts';
import { componentType, outOfArray } from '../jvm/java-arrays.ts';
import { chooseOverload, invoke, type Overload, rejectAmbiguousNull, simpleName } from '../jvm/java-class.ts';
import { javaEquals } from '../jvm/java-equals.ts';
import { javaText } from '../jvm/java-text.ts';
import { checkBorders, outOfRange } from '../jvm/library/collection-classes.ts';
import type { JavaMatcher } from '../jvm/library/java-regex.ts';
import { propertiesClass, variablesClass } from '../jvm/library/jmeter-classes.ts';
import type { ScriptRun } from '../jvm/script-run.ts';
import type { Semantics } from '../jvm/semantics.ts';
import {
  ClassReference,
  Closure,
  classNameOf,
  fail,
  failRoughly,
  GString,
  HostObject,
  IntRange,
  isNumber,
  isText,
  JavaArray,
  JavaByte,
  JavaList,
  JavaMap,
  toInt32,
  UnsupportedScript,
  type Value,
} from '../jvm/values.ts';
import { castTo, isInstanceOf } from './groovy-casts.ts';
import { applyBinary, applyUnary, isCase, nullPointer } from './groovy-operators.ts';
import { groovyText, isTrue, itemsOf, reversed } from './groovy-values.ts';

/** Classes of JMeter, whose listed methods have all their overloads: other arguments are errors of the script. */
const completeClasses = /^org\.apache\.jmeter\.|^org\.slf4j\./;

/** The operators and conversions of Groovy. */
export class GroovySemantics implements Semantics {
  readonly classes: ClassTable;

  constructor(classes: ClassTable) {
    this.classes = classes;
  }

  isTrue = isTrue;
  unary = applyUnary;
  items = itemsOf;

  compound(operator: string, before: Value, value: Value): Value {
    return this.binary(operator, before, value);
  }

  step(sign: '+' | '-', before: Value): Value {
    if (before === null) {
      nullPointer(`Cannot invoke method ${sign === '+' ? 'next' : 'previous'}() on null object`);
    }
    const isDate = before instanceof HostObject && before.className === 'java.util.Date';
    if (!isNumber(before) && !isDate) {
      throw new UnsupportedScript(`${sign}${sign} of ${classNameOf(before)}`);
    }
    return this.binary(sign, before, 1);
  }

  binary(operator: string, left: Value, right: Value): Value {
    return applyBinary(operator, left, right);
  }

  cast(type: string, value: Value): Value {
    return castTo(type, value, this.classes);
  }

  isInstance(type: string, value: Value): boolean {
    return isInstanceOf(type, value, this.classes);
  }

  isCase(tested: Value, value: Value): boolean {
    return isCase(tested, value, (type, each) => this.isInstance(type, each));
  }

  construct(className: string, args: readonly Value[], run: ScriptRun): Value {
    const constructors = this.classes.find(className)?.constructors ?? [];
    const what = `new ${simpleName(className)}(…)`;
    rejectAmbiguousNull(constructors, args, what);
    const chosen = chooseOverload(constructors, args);
    if (!chosen) {
      throw new UnsupportedScript(`${what} with ${argumentTypes(args)}`);
    }
    return invoke(chosen, null, args, run.host);
  }

  call(target: Value, name: string, args: readonly Value[], run: ScriptRun): Value {
    if (target === null) {
      return callOnNull(name, args);
    }
    if (target instanceof ClassReference) {
      const statics = this.classes.find(target.name)?.statics.get(name);
      if (statics) {
        return this.#invoke(statics, target, args, { run, className: target.name, name });
      }
    }
    if (target instanceof Closure && name === 'call') {
      return callClosure(target, args);
    }
    if (target instanceof JavaMap) {
      const method = target.get(name);
      if (method instanceof Closure) {
        return callClosure(method, args);
      }
    }
    if (
      name === 'toString' &&
      args.length === 0 &&
      (target instanceof JavaMap || target instanceof JavaList)
    ) {
      // JsonSlurper's lazy maps and concurrent maps use Java's text format.
      return /\.(?:Lazy|ConcurrentHash)Map$/.test(target.className) ? javaText(target) : groovyText(target);
    }
    if (target instanceof GString && isOwnMethod.test(name)) {
      return ofGString(target, name, args);
    }
    const className = classNameOf(target);
    const methods = this.classes.methods(
      className === 'org.codehaus.groovy.runtime.GStringImpl' ? 'java.lang.String' : tableName(className),
      name,
    );
    return this.#invoke(methods, target, args, { run, className, name });
  }

  #invoke(
    overloads: readonly Overload[],
    target: Value,
    args: readonly Value[],
    { run, className, name }: { run: ScriptRun; className: string; name: string },
  ): Value {
    const chosen = chooseOverload(overloads, args);
    if (!chosen) {
      if (overloads.length > 0 && completeClasses.test(className)) {
        failRoughly(
          'groovy.lang.MissingMethodException',
          `No signature of method: ${className}.${name}() is applicable for argument types: (${argumentTypes(args)})`,
        );
      }
      throw new UnsupportedScript(`${simpleName(className)}.${name}(${argumentTypes(args)})`);
    }
    if (overloads.length > 1) {
      rejectAmbiguousNumbers(chosen, args, `${className}#${name}`);
      rejectAmbiguousNull(overloads, args, `${simpleName(className)}.${name}(…)`);
    }
    const result = invoke(chosen, target instanceof GString ? target.toString() : target, args, run.host);
    return chosen.returns === 'self' ? target : result;
  }

  readProperty(target: Value, name: string, run: ScriptRun): Value {
    if (target === null) {
      nullPointer(`Cannot get property '${name}' on null object`);
    }
    if (target instanceof JavaMap) {
      return target.get(name);
    }
    if (target instanceof HostObject) {
      if (target.className === propertiesClass || isVariable(target, name)) {
        return this.call(target, 'get', [name], run);
      }
    }
    if (target instanceof JavaArray && name === 'length') {
      return target.items.length;
    }
    if (target instanceof Uint8Array && name === 'length') {
      return target.length;
    }
    if (
      (target instanceof JavaList || target instanceof JavaArray) &&
      !/^(?:empty|class|first|last)$/.test(name)
    ) {
      const items = target.items.filter((item) => item !== null);
      return new JavaList(items.map((item) => this.readProperty(item, name, run)));
    }
    const getter = this.getterOf(classNameOf(target), name);
    if (getter === undefined) {
      throw new UnsupportedScript(`.${name} of ${classNameOf(target)}`);
    }
    return this.call(target, getter, [], run);
  }

  /** Name of the method that reads a property. */
  getterOf(className: string, name: string): string | undefined {
    const capitalized = name.charAt(0).toUpperCase() + name.slice(1);
    const table =
      className === 'org.codehaus.groovy.runtime.GStringImpl' ? 'java.lang.String' : tableName(className);
    return [`get${capitalized}`, `is${capitalized}`].find((getter) =>
      this.classes.hasMethod(table, getter, 0),
    );
  }

  writeProperty(target: Value, name: string, value: Value, run: ScriptRun): void {
    if (target === null) {
      nullPointer(`Cannot set property '${name}' on null object`);
    }
    if (target instanceof JavaMap) {
      target.put(name, value);
      return;
    }
    if (target instanceof HostObject && target.className === propertiesClass) {
      this.call(target, 'put', [name, value], run);
      return;
    }
    if (target instanceof HostObject && isVariable(target, name)) {
      failRoughly(
        'groovy.lang.MissingPropertyException',
        `No such property: ${name} for class: ${variablesClass}`,
      );
    }
    const setter = `set${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    if (!this.classes.hasMethod(tableName(classNameOf(target)), setter, 1)) {
      throw new UnsupportedScript(`.${name} = … of ${classNameOf(target)}`);
    }
    this.call(target, setter, [value], run);
  }

  readIndex(target: Value, index: Value, run: ScriptRun): Value {
    if (target === null) {
      nullPointer('Cannot invoke method getAt() on null object');
    }
    if (target instanceof JavaMap) {
      return target.get(index);
    }
    if (target instanceof JavaArray) {
      return arrayItem(target, index);
    }
    if (target instanceof JavaList) {
      return this.#listItem(target, index, run);
    }
    if (isText(target)) {
      return textItem(String(target), index);
    }
    if (target instanceof Uint8Array && typeof index === 'number') {
      const at = index < 0 ? index + target.length : index;
      const byte = target[at];
      return byte === undefined ? outOfArray(index, target.length) : new JavaByte(byte);
    }
    if (target instanceof HostObject) {
      if (target.className === 'java.util.regex.Matcher') {
        return matcherItem(target.self as JavaMatcher, index);
      }
      if (isText(index)) {
        return this.readProperty(target, String(index), run);
      }
    }
    throw new UnsupportedScript(`[…] of ${classNameOf(target)}`);
  }

  #listItem(list: JavaList, index: Value, run: ScriptRun): Value {
    if (typeof index === 'number') {
      const at = index < 0 ? index + list.items.length : index;
      if (at < 0) {
        fail(
          'java.lang.ArrayIndexOutOfBoundsException',
          `Negative array index [${index}] too large for array size ${list.items.length}`,
        );
      }
      if (list.isSet) {
        throw new UnsupportedScript('[…] of a set');
      }
      return list.items[at] ?? null;
    }
    if (index instanceof JavaList) {
      const className = list.className === 'java.util.LinkedList' ? list.className : undefined;
      return new JavaList(itemsAt(list.items, index), className);
    }
    if (isText(index)) {
      return this.readProperty(list, String(index), run);
    }
    throw new UnsupportedScript(`a list at ${classNameOf(index)}`);
  }

  writeIndex(target: Value, index: Value, value: Value, run: ScriptRun): void {
    if (target === null) {
      nullPointer('Cannot invoke method putAt() on null object');
    }
    if (target instanceof JavaMap) {
      target.put(index instanceof GString ? String(index) : index, value);
      return;
    }
    if (target instanceof JavaArray && typeof index === 'number') {
      const at = index < 0 ? index + target.items.length : index;
      if (at < 0 || at >= target.items.length) {
        outOfArray(index, target.items.length);
      }
      target.items[at] = this.cast(componentType(target.component), value);
      return;
    }
    if (target instanceof JavaList && typeof index === 'number' && !target.isFixed && !target.isSet) {
      const at = index < 0 ? index + target.items.length : index;
      if (at < 0) {
        outOfRange(index, target.items.length);
      }
      while (target.items.length < at) {
        target.items.push(null);
      }
      target.items[at] = value;
      return;
    }
    if (target instanceof HostObject && isText(index)) {
      this.writeProperty(target, String(index), value, run);
      return;
    }
    throw new UnsupportedScript(`[…] = … of ${classNameOf(target)}`);
  }
}

/** GString methods that are not delegated to its text. */
const isOwnMethod = /^(?:equals|hashCode)$/;

function ofGString(target: GString, name: string, args: readonly Value[]): Value {
  if (name === 'equals' && args.length === 1) {
    return javaEquals(target, args[0]);
  }
  throw new UnsupportedScript(`${name}() of a text with values`);
}

/** Groovy's choice between float and double is ambiguous for a BigDecimal combined with a whole number. */
function rejectAmbiguousNumbers({ params }: Overload, args: readonly Value[], what: string): void {
  if (params.length > 1 && params.every((type) => type === 'double')) {
    const isWhole = (arg: Value) => typeof arg === 'number' || typeof arg === 'bigint';
    if (args.some((arg) => arg instanceof BigDecimal) && args.some(isWhole)) {
      failRoughly('groovy.lang.GroovyRuntimeException', `Ambiguous method overloading for method ${what}.`);
    }
  }
}

const argumentTypes = (args: readonly Value[]): string =>
  args.map((arg) => simpleName(classNameOf(arg))).join(', ');

function callOnNull(name: string, args: readonly Value[]): Value {
  switch (name) {
    case 'toString':
      return 'null';
    case 'equals':
      return args[0] === null;
    case 'asBoolean':
      return false;
    case 'getClass':
      return new ClassReference('org.codehaus.groovy.runtime.NullObject');
  }
  nullPointer(`Cannot invoke method ${name}() on null object`);
}

/** Passes one argument as `it`, or spreads the items of a single list over several parameters. */
export function callClosure(closure: Closure, args: readonly Value[]): Value {
  const count = closure.parameterCount;
  if (args.length === count || (count === 1 && args.length === 0)) {
    return closure.call(args);
  }
  const [first] = args;
  if (args.length === 1 && count > 1 && first instanceof JavaList && first.items.length === count) {
    return closure.call(first.items);
  }
  throw new UnsupportedScript(`a closure of ${count} parameters with ${args.length} arguments`);
}

function normalIndex(at: Value, length: number): number {
  const whole = toInt32(at);
  const from = whole < 0 ? whole + length : whole;
  if (from < 0) {
    throw new UnsupportedScript(`an index of ${whole}`);
  }
  return from;
}

function itemsAt(items: readonly Value[], index: JavaList): Value[] {
  if (!(index instanceof IntRange)) {
    return index.items.map((at) => items[normalIndex(at, items.length)] ?? null);
  }
  const { from, to, isReversed } = bordersOf(index, items.length);
  checkBorders(from, to, items.length);
  const part = items.slice(from, to);
  return isReversed ? part.reverse() : part;
}

/** Groovy's `subListBorders`: the part of a text or list at a range, whose ends may be negative (from the end). */
function bordersOf(range: IntRange, length: number): { from: number; to: number; isReversed: boolean } {
  if (range.items.length === 0) {
    return { from: 0, to: 0, isReversed: false };
  }
  const from = range.from < 0 ? range.from + length : range.from;
  const to = range.to < 0 ? range.to + length : range.to;
  return from > to
    ? { from: range.isExclusive ? to + 1 : to, to: from + 1, isReversed: true }
    : { from, to: range.isExclusive ? to : to + 1, isReversed: false };
}

/** Getters of JMeterVariables, and what Groovy adds: their names are no variables. */
const ownProperties = new Set([
  'class',
  'iteration',
  'iterator',
  'metaClass',
  'properties',
  'sameUserOnNextIteration',
  'threadName',
]);

const isVariable = (target: HostObject, name: string) =>
  target.className === variablesClass && !ownProperties.has(name);

function textItem(text: string, index: Value): Value {
  if (typeof index === 'number') {
    const at = index < 0 ? index + text.length : index;
    if (at < 0 || at >= text.length) {
      failRoughly('java.lang.StringIndexOutOfBoundsException', `index ${index}, length ${text.length}`);
    }
    return text.charAt(at);
  }
  if (index instanceof IntRange) {
    const { from, to, isReversed } = bordersOf(index, text.length);
    if (from < 0 || from > to || to > text.length) {
      failRoughly('java.lang.StringIndexOutOfBoundsException', `length ${text.length}`);
    }
    const part = text.slice(from, to);
    return isReversed ? reversed(part) : part;
  }
  if (index instanceof JavaList) {
    const all = index.items.map((at) => normalIndex(at, text.length));
    if (all.some((at) => at >= text.length)) {
      failRoughly('java.lang.StringIndexOutOfBoundsException', `length ${text.length}`);
    }
    return all.map((at) => text.charAt(at)).join('');
  }
  throw new UnsupportedScript(`a text at ${classNameOf(index)}`);
}

function arrayItem(array: JavaArray, index: Value): Value {
  if (typeof index === 'number') {
    const at = index < 0 ? index + array.items.length : index;
    if (at < 0 || at >= array.items.length) {
      outOfArray(index, array.items.length);
    }
    return array.items[at] ?? null;
  }
  if (index instanceof JavaList) {
    return new JavaList(itemsAt(array.items, index));
  }
  throw new UnsupportedScript(`an array at ${classNameOf(index)}`);
}

/** `matcher[0]`: a text, or a list with the groups. */
function matcherItem(matcher: JavaMatcher, index: Value): Value {
  if (typeof index !== 'number') {
    throw new UnsupportedScript('an index of a matcher that is not a number');
  }
  const all = matcher.all();
  const at = index < 0 ? index + all.length : index;
  const match = all[at];
  if (!match) {
    fail(
      'java.lang.IndexOutOfBoundsException',
      `index is out of range ${-all.length}..${all.length - 1} (index = ${index})`,
    );
  }
  return matcher.pattern.groupCount === 0 ? match[0] : new JavaList([...match].map((group) => group ?? null));
}
