import type { ClassTable } from '../jvm/class-table.ts';
import { tableName } from '../jvm/compile-expressions.ts';
import { componentType, outOfArray } from '../jvm/java-arrays.ts';
import { chooseOverload, invoke, type Overload, rejectAmbiguousNull, simpleName } from '../jvm/java-class.ts';
import { javaText } from '../jvm/java-text.ts';
import type { ScriptRun } from '../jvm/script-run.ts';
import type { Semantics } from '../jvm/semantics.ts';
import {
  ClassReference,
  classNameOf,
  fail,
  failRoughly,
  HostObject,
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

/** An error of BeanShell itself, which scripts cannot catch. */
export function evalError(message: string): never {
  failRoughly('bsh.EvalError', message);
}

/** Classes of JMeter, whose listed methods have all their overloads: other arguments are errors of the script. */
const completeClasses = /^org\.apache\.jmeter\.|^org\.slf4j\./;

type Kind = 'int' | 'long' | 'double';

function kindOf(value: Value): Kind | undefined {
  if (typeof value === 'number' || value instanceof JavaByte || value instanceof JavaChar) {
    return 'int';
  }
  return typeof value === 'bigint' ? 'long' : value instanceof JavaDouble ? 'double' : undefined;
}

/** What BeanShell 2.0b6 does with values. */
export class BeanShellSemantics implements Semantics {
  readonly classes: ClassTable;

  constructor(classes: ClassTable) {
    this.classes = classes;
  }

  isTrue(value: Value): boolean {
    if (typeof value !== 'boolean') {
      evalError('Condition must evaluate to a Boolean or boolean.');
    }
    return value;
  }

  unary(operator: string, value: Value): Value {
    const kind = kindOf(value);
    if (kind === undefined) {
      evalError(`Unary operation ${operator} inappropriate for object`);
    }
    if (operator === '+') {
      return value;
    }
    if (operator === '~') {
      throw new UnsupportedScript('the operator ~');
    }
    return compute('-', kind === 'long' ? 0n : kind === 'double' ? new JavaDouble(-0) : 0, value, kind);
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
      evalError('Undefined argument');
    }
    if (target === undefined) {
      evalError(`Attempt to invoke method ${name}() on undefined variable or class name`);
    }
    if (target === null) {
      fail('java.lang.NullPointerException', 'Null Pointer in Method Invocation');
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
    const chosen = chooseOverload(overloads, args);
    const types = args.map((arg) => simpleName(classNameOf(arg))).join(', ');
    if (!chosen) {
      if (overloads.length > 0 && completeClasses.test(className)) {
        evalError(`Error in method invocation: Method ${name}(${types}) not found in class '${className}'`);
      }
      throw new UnsupportedScript(`${simpleName(className)}.${name}(${types})`);
    }
    if (overloads.length > 1) {
      rejectAmbiguousNull(overloads, args, `${simpleName(className)}.${name}(…)`);
    }
    const result = invoke(chosen, target instanceof HostObject ? target.self : target, args, run.host);
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
    const at = typeof index === 'number' ? index : evalError('Arrays may only be indexed by integer types.');
    if (target instanceof Uint8Array) {
      const byte = target[at];
      return byte === undefined ? outOfArray(at, target.length) : new JavaByte(byte);
    }
    if (!(target instanceof JavaArray)) {
      throw new UnsupportedScript(`[…] of ${classNameOf(target)}`);
    }
    return at < 0 || at >= target.items.length ? outOfArray(at, target.items.length) : target.items[at];
  }

  writeIndex(target: Value, index: Value, value: Value): void {
    if (!(target instanceof JavaArray) || typeof index !== 'number') {
      throw new UnsupportedScript(`[…] = … of ${classNameOf(target)}`);
    }
    if (index < 0 || index >= target.items.length) {
      outOfArray(index, target.items.length);
    }
    target.items[index] = this.assign(componentType(target.component), value);
  }

  /** `(type) value`. */
  cast(type: string, value: Value): Value {
    const kind = kindOf(value);
    if (kind !== undefined) {
      switch (type) {
        case 'int':
        case 'java.lang.Integer':
          return toInt32(value);
        case 'long':
        case 'java.lang.Long':
          return toInt64(value);
        case 'double':
        case 'java.lang.Double':
          return new JavaDouble(toDouble(value));
        case 'char':
          return new JavaChar(toInt32(value));
      }
    }
    return this.assign(type, value);
  }

  /** The value of a typed variable. Numbers get wider, never narrower. */
  assign(type: string, value: Value): Value {
    if (value === undefined) {
      evalError(`Can't assign void to ${type}`);
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
      evalError(`Can't assign ${classNameOf(value)} to ${type}`);
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
      evalError(
        'The collection, array, map, iterator, or enumeration portion of a for statement cannot be null.',
      );
    }
    throw new UnsupportedScript(`a loop over a ${classNameOf(value)}`);
  }

  isCase(tested: Value, value: Value): boolean {
    if (typeof tested === 'string' || typeof value === 'string') {
      return tested === value;
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
        fail('java.lang.ArithmeticException', '/ by zero');
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
    case '^':
      return left !== right;
    case '&':
      return left && right;
    case '|':
      return left || right;
  }
  return evalError(`Operator ${operator} inappropriate for booleans`);
}

const isEmpty = (value: Value) => value === null || value === undefined;

/** Objects are compared by identity, of which only null and void are certain here. */
function computeObjects(operator: string, left: Value, right: Value): Value {
  if (operator === '==' || operator === '!=') {
    if (!isEmpty(left) && !isEmpty(right)) {
      throw new UnsupportedScript(`${operator} of two objects`);
    }
    return (left === right) === (operator === '==');
  }
  if (operator === '+' && (typeof left === 'string' || typeof right === 'string')) {
    return shown(left) + shown(right);
  }
  if (isEmpty(left) || isEmpty(right)) {
    evalError("illegal use of undefined variable, class, or 'void' literal, or of null");
  }
  return evalError(`Operator: '${operator}' inappropriate for objects`);
}

const shown = (value: Value) => (value === undefined ? 'void' : javaText(value));
