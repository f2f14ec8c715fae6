import type { ClassTable } from '../jvm/class-table.ts';
import { primitives, tableName } from '../jvm/compile-expressions.ts';
import { componentType } from '../jvm/java-arrays.ts';
import { chooseOverload, invoke, type Overload, rejectAmbiguousNull, simpleName } from '../jvm/java-class.ts';
import { javaText } from '../jvm/java-text.ts';
import type { ScriptRun } from '../jvm/script-run.ts';
import type { Semantics } from '../jvm/semantics.ts';
import {
  ClassReference,
  classNameOf,
  isNumber,
  JavaArray,
  JavaByte,
  JavaChar,
  JavaDouble,
  JavaList,
  Throwable,
  toDouble,
  toInt32,
  toInt64,
  toWhole,
  UnsupportedScript,
  type Value,
} from '../jvm/values.ts';
import { evalError, internalError, roughError, throwNoted } from './bean-shell-errors.ts';

/** Classes of JMeter, whose listed methods have all their overloads: other arguments are errors of the script. */
const completeClasses = /^org\.apache\.jmeter\.|^org\.slf4j\./;

const boxedTypes = new Set(['Integer', 'Long', 'Double', 'Character'].map((name) => `java.lang.${name}`));
/** Methods that BeanShell's `Primitive` class shares with Java's number classes. */
export const methodsOfPrimitives = /^(?:toString|intValue|booleanValue)$/;
const takesCharacters = /^(?:valueOf|append|insert|print|println)$/;

type Kind = 'int' | 'long' | 'double';

function kindOf(value: Value): Kind | undefined {
  if (typeof value === 'number' || value instanceof JavaByte || value instanceof JavaChar) {
    return 'int';
  }
  return typeof value === 'bigint' ? 'long' : value instanceof JavaDouble ? 'double' : undefined;
}

/** Type of the result of a unary operator on a number. */
function numberKind(operator: string, value: Value): Kind {
  const kind = kindOf(value);
  if (kind !== undefined) {
    return kind;
  }
  if (isEmpty(value)) {
    evalError(
      `illegal use of ${value === null ? "null object or 'null'" : "undefined object or 'void'"} literal`,
    );
  }
  return typeof value === 'boolean'
    ? evalError('Operator inappropriate for boolean')
    : evalError(`Unary operation "${operator}" inappropriate for object`);
}

/** The operators and conversions of BeanShell 2.0b6. */
export class BeanShellSemantics implements Semantics {
  readonly classes: ClassTable;

  constructor(classes: ClassTable) {
    this.classes = classes;
  }

  isTrue(value: Value): boolean {
    if (typeof value !== 'boolean') {
      roughError('Condition must evaluate to a Boolean or boolean.');
    }
    return value;
  }

  unary(operator: string, value: Value): Value {
    const kind = numberKind(operator, value);
    if (operator === '+') {
      return kind === 'int' ? toInt32(value) : value;
    }
    if (operator === '~') {
      return kind === 'double'
        ? internalError('bad double unaryOperation')
        : compute('^', value, kind === 'int' ? -1 : -1n, kind);
    }
    return compute('-', kind === 'long' ? 0n : kind === 'double' ? new JavaDouble(-0) : 0, value, kind);
  }

  /** Any value can be appended to a string; other objects, null and void are errors. */
  compound(operator: string, before: Value, value: Value): Value {
    if (value === undefined) {
      evalError('Void assignment.');
    }
    if (typeof before === 'string') {
      return operator === '+' ? before + shown(value) : evalError('Use of non + operator with String LHS');
    }
    if (before === undefined) {
      evalError("Illegal use of undefined object or 'void' literal");
    }
    if (before === null || value === null) {
      evalError("Illegal use of null object or 'null' literal");
    }
    const isPlain = (each: Value) => kindOf(each) !== undefined || typeof each === 'boolean';
    return isPlain(before) && isPlain(value)
      ? this.binary(operator, before, value)
      : roughError('Non primitive value in operator');
  }

  step(sign: '+' | '-', before: Value): Value {
    const kind = numberKind(`${sign}${sign}`, before);
    if (before instanceof JavaChar) {
      return new JavaChar(before.code + (sign === '+' ? 1 : -1));
    }
    return kind === 'double' ? internalError('bad double unaryOperation') : compute(sign, before, 1, kind);
  }

  binary(operator: string, left: Value, right: Value): Value {
    const [one, two] = [kindOf(left), kindOf(right)];
    if (one && two) {
      const kind =
        one === 'double' || two === 'double' ? 'double' : one === 'long' || two === 'long' ? 'long' : 'int';
      return compute(operator, left, right, kind);
    }
    if (typeof left === 'boolean' && typeof right === 'boolean') {
      return computeBooleans(operator, left, right);
    }
    return computeObjects(operator, left, right);
  }

  call(target: Value, name: string, args: readonly Value[], run: ScriptRun): Value {
    if (args.includes(undefined)) {
      roughError('Undefined argument');
    }
    if (target === undefined) {
      roughError(`Attempt to invoke method ${name}() on undefined variable or class name`);
    }
    if (target === null) {
      const message = 'Null Pointer in Method Invocation';
      throwNoted(new Throwable('java.lang.NullPointerException', message), null);
    }
    if (isPrimitive(target) && !methodsOfPrimitives.test(name)) {
      throw new UnsupportedScript(`.${name}(…) of a value that may be primitive`);
    }
    if (target instanceof ClassReference) {
      const statics = this.classes.find(target.name)?.statics.get(name);
      if (statics) {
        return this.#invoke(statics, target, args, run, name);
      }
    }
    return this.#invoke(this.classes.methods(tableName(classNameOf(target)), name), target, args, run, name);
  }

  #invoke(
    overloads: readonly Overload[],
    target: Value,
    args: readonly Value[],
    run: ScriptRun,
    name: string,
  ): Value {
    const className = target instanceof ClassReference ? target.name : classNameOf(target);
    if (args.includes(null) && takesCharacters.test(name)) {
      // Java also has an overload for char[], which the tables lack.
      throw new UnsupportedScript(`${simpleName(className)}.${name}(null)`);
    }
    const chosen = chooseOverload(overloads, args);
    const types = args.map((arg) => simpleName(classNameOf(arg))).join(', ');
    if (!chosen) {
      if (overloads.length > 0 && completeClasses.test(className)) {
        roughError(`Error in method invocation: Method ${name}(${types}) not found in class '${className}'`);
      }
      throw new UnsupportedScript(`${simpleName(className)}.${name}(${types})`);
    }
    if (overloads.length > 1) {
      rejectAmbiguousNull(overloads, args, `${simpleName(className)}.${name}(…)`);
    }
    const result = invoke(chosen, target, args, run.host);
    return chosen.returns === 'self' ? target : chosen.returns === 'void' ? undefined : result;
  }

  construct(className: string, args: readonly Value[], run: ScriptRun): Value {
    const constructors = this.classes.find(className)?.constructors ?? [];
    rejectAmbiguousNull(constructors, args, `new ${simpleName(className)}(…)`);
    const chosen = chooseOverload(constructors, args);
    if (!chosen) {
      const types = args.map((arg) => simpleName(classNameOf(arg))).join(', ');
      throw new UnsupportedScript(`new ${simpleName(className)}(${types})`);
    }
    return invoke(chosen, null, args, run.host);
  }

  readProperty(target: Value, name: string): Value {
    if (name === 'length') {
      if (target instanceof JavaArray) {
        return target.items.length;
      }
      if (target instanceof Uint8Array) {
        return target.length;
      }
    }
    throw new UnsupportedScript(`.${name} of ${classNameOf(target)}`);
  }

  writeProperty(target: Value, name: string): void {
    throw new UnsupportedScript(`.${name} = … of ${classNameOf(target)}`);
  }

  readIndex(target: Value, index: Value): Value {
    const at = typeof index === 'number' ? index : roughError('Arrays may only be indexed by integer types.');
    if (target instanceof Uint8Array) {
      const byte = target[at];
      return byte === undefined ? outOfArray() : new JavaByte(byte);
    }
    if (!(target instanceof JavaArray)) {
      throw new UnsupportedScript(`[…] of ${classNameOf(target)}`);
    }
    return at < 0 || at >= target.items.length ? outOfArray() : target.items[at];
  }

  writeIndex(target: Value, index: Value, value: Value): void {
    if (!(target instanceof JavaArray) || typeof index !== 'number') {
      throw new UnsupportedScript(`[…] = … of ${classNameOf(target)}`);
    }
    if (index < 0 || index >= target.items.length) {
      evalError('Assignment: Array access:java.lang.ArrayIndexOutOfBoundsException');
    }
    target.items[index] = this.assign(componentType(target.component), value);
  }

  /** `(type) value`, and the initial value of a declared variable. */
  cast(type: string, value: Value): Value {
    if (kindOf(value) !== undefined) {
      switch (type) {
        case 'int':
          return toInt32(value);
        case 'long':
          return toInt64(value);
        case 'double':
          return new JavaDouble(toDouble(value));
        case 'char':
          return new JavaChar(toInt32(value));
        case 'boolean':
          return internalError('error in wrapper cast');
      }
    }
    if (value === undefined) {
      roughError(`Can't cast void to ${type}`);
    }
    const isBoxed = boxedTypes.has(type);
    if (isBoxed && isNumber(value) && classNameOf(value) !== type) {
      throw new UnsupportedScript(`a ${classNameOf(value)} as ${type}`);
    }
    if (this.#fits(type, value)) {
      return this.assign(type, value);
    }
    const message = `Cannot cast ${classNameOf(value)} to ${type}`;
    return throwNoted(new Throwable('java.lang.ClassCastException', message, undefined, true), null);
  }

  #fits(type: string, value: Value): boolean {
    return value === null || !isPrimitive(value)
      ? !primitives.has(type)
      : typeof value === 'boolean'
        ? /^(?:boolean|java\.lang\.(?:Boolean|Object))$/.test(type)
        : type === 'java.lang.Object' || this.isInstance(type, value);
  }

  /** Converts to the type of a variable. Numbers are widened, never narrowed. */
  assign(type: string, value: Value): Value {
    if (value === undefined) {
      roughError(`Can't assign void to ${type}`);
    }
    switch (type) {
      case 'int':
      case 'java.lang.Integer':
        if (typeof value === 'number') {
          return value;
        }
        if (type === 'int' && kindOf(value) === 'int') {
          return toInt32(value);
        }
        break;
      case 'long':
        if (kindOf(value) === 'int' || typeof value === 'bigint') {
          return toInt64(value);
        }
        break;
      case 'double':
        if (kindOf(value) !== undefined) {
          return new JavaDouble(toDouble(value));
        }
        break;
      case 'boolean':
      case 'java.lang.Boolean':
        if (typeof value === 'boolean') {
          return value;
        }
        break;
      case 'java.lang.Object':
        return value;
    }
    const isPrimitive = /^(?:int|long|double|boolean|char)$/.test(type);
    if ((value === null && !isPrimitive) || this.isInstance(type, value)) {
      return value;
    }
    if (value === null || typeof value !== 'object' || isNumber(value)) {
      roughError(`Can't assign ${classNameOf(value)} to ${type}`);
    }
    throw new UnsupportedScript(`a ${classNameOf(value)} as ${type}`);
  }

  isInstance(type: string, value: Value): boolean {
    if (
      value === null ||
      value === undefined ||
      (value instanceof Throwable && value.className === 'bsh.EvalError')
    ) {
      return false;
    }
    if (type === 'java.lang.Object') {
      return true;
    }
    const boxed = { int: 'Integer', long: 'Long', double: 'Double', boolean: 'Boolean', char: 'Character' }[
      type
    ];
    return this.classes.isSubclass(classNameOf(value), boxed ? `java.lang.${boxed}` : type);
  }

  items(value: Value): readonly Value[] {
    if (value instanceof JavaList || value instanceof JavaArray) {
      return value.items;
    }
    if (value === null || value === undefined) {
      roughError(
        'The collection, array, map, iterator, or enumeration portion of a for statement cannot be null.',
      );
    }
    throw new UnsupportedScript(`a loop over a ${classNameOf(value)}`);
  }

  isCase(tested: Value, value: Value): boolean {
    if (typeof tested === 'string' && typeof value === 'string') {
      return tested === value;
    }
    if (isEmpty(tested) || isEmpty(value)) {
      roughError("Null value or 'null' literal in binary operation");
    }
    if (isPrimitive(tested) !== isPrimitive(value)) {
      throw new UnsupportedScript('a case of another type');
    }
    return this.binary('==', value, tested) === true;
  }
}

function compute(operator: string, left: Value, right: Value, kind: Kind): Value {
  if (kind === 'double') {
    return computeDoubles(operator, toDouble(left), toDouble(right));
  }
  if (kind === 'int') {
    const quick = computeInts(operator, toInt32(left), toInt32(right));
    if (quick !== undefined) {
      return quick;
    }
  }
  return computeWholes(operator, toWhole(left), toWhole(right), kind);
}

function computeInts(operator: string, left: number, right: number): Value {
  switch (operator) {
    case '+':
      return (left + right) | 0;
    case '-':
      return (left - right) | 0;
    case '*':
      return Math.imul(left, right);
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    case '==':
      return left === right;
    case '!=':
      return left !== right;
  }
  return undefined;
}

function computeDoubles(operator: string, left: number, right: number): Value {
  switch (operator) {
    case '+':
      return new JavaDouble(left + right);
    case '-':
      return new JavaDouble(left - right);
    case '*':
      return new JavaDouble(left * right);
    case '/':
      return new JavaDouble(left / right);
    case '%':
      return new JavaDouble(left % right);
  }
  return compared(operator, left, right);
}

function compared(operator: string, left: number | bigint, right: number | bigint): Value {
  switch (operator) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    case '==':
      return left === right;
    case '!=':
      return left !== right;
  }
  throw new UnsupportedScript(`the operator ${operator}`);
}

function computeWholes(operator: string, left: bigint, right: bigint, kind: 'int' | 'long'): Value {
  const size = kind === 'int' ? 32 : 64;
  const whole = (value: bigint): Value =>
    kind === 'int' ? Number(BigInt.asIntN(32, value)) : BigInt.asIntN(64, value);
  switch (operator) {
    case '+':
      return whole(left + right);
    case '-':
      return whole(left - right);
    case '*':
      return whole(left * right);
    case '/':
    case '%':
      if (right === 0n) {
        throwNoted(
          new Throwable('java.lang.ArithmeticException', '/ by zero'),
          'Arithemetic Exception in binary op',
        );
      }
      return whole(operator === '/' ? left / right : left % right);
    case '&':
      return whole(left & right);
    case '|':
      return whole(left | right);
    case '^':
      return whole(left ^ right);
    case '<<':
      return whole(left << (right & BigInt(size - 1)));
    case '>>':
      return whole(left >> (right & BigInt(size - 1)));
    case '>>>':
      return whole(BigInt.asUintN(size, left) >> (right & BigInt(size - 1)));
  }
  return compared(operator, left, right);
}

function computeBooleans(operator: string, left: boolean, right: boolean): Value {
  switch (operator) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
  }
  return internalError('unimplemented binary operator');
}

/** Thrown by native code of the JVM, without a message. */
function outOfArray(): never {
  throwNoted(new Throwable('java.lang.ArrayIndexOutOfBoundsException', null), null);
}

const isEmpty = (value: Value) => value === null || value === undefined;

const isPrimitive = (value: Value) =>
  isEmpty(value) || kindOf(value) !== undefined || typeof value === 'boolean';

/** Objects are compared by identity: a primitive value is never the same as an object. */
function computeObjects(operator: string, left: Value, right: Value): Value {
  if (operator === '==' || operator === '!=') {
    if (isEmpty(left) || isEmpty(right)) {
      return (left === right) === (operator === '==');
    }
    if (isPrimitive(left) === isPrimitive(right)) {
      throw new UnsupportedScript(`${operator} of two objects`);
    }
    return operator === '!=';
  }
  if (operator === '+' && (typeof left === 'string' || typeof right === 'string')) {
    return shown(left) + shown(right);
  }
  if (left === undefined || right === undefined) {
    evalError("illegal use of undefined variable, class, or 'void' literal");
  }
  if (left === null || right === null) {
    evalError("illegal use of null value or 'null' literal");
  }
  return typeof left === 'boolean' || typeof right === 'boolean'
    ? roughError(`Operator: '"${operator}"' inappropriate for objects`)
    : evalError(`Operator: '"${operator}"' inappropriate for objects`);
}

const shown = (value: Value) => (value === undefined ? 'void' : javaText(value));
