import { randomUUID } from 'node:crypto';
import { EOL } from 'node:os';
import { delimiter, sep } from 'node:path';
import type { BeanShellExpression, JavaNumber } from '../../languages/bean-shell/bean-shell-expression.ts';
import { parseBeanShell } from '../../languages/bean-shell/parse-bean-shell.ts';
import { BrokenExpression, UnsupportedExpression } from '../../languages/expressions/expression.ts';
import { StopRequest, type User, type World } from '../core.ts';
import { javaTrim } from '../text/java-text.ts';
import { parseWhole } from '../text/numbers.ts';
import { javaDoubleText, parseJavaDouble } from './java-double.ts';
import { commonTextMethod } from './text-methods.ts';

type Value = string | boolean | null | JavaNumber;

/** BeanShell would end with an error, which JMeter writes to its log. */
class BeanShellFailure extends Error {}

/** What JMeter's function gives; undefined where BeanShell fails. */
export function evaluateBeanShell(
  parsed: BeanShellExpression | undefined | Error,
  text: string,
  user: User,
  world: World,
): string | undefined {
  try {
    if (parsed instanceof Error) {
      throw parsed;
    }
    const value =
      parsed === undefined || parsed.kind === 'void' ? null : new Evaluation(user, world).evaluate(parsed);
    return value === null ? '' : textOf(value);
  } catch (error) {
    if (error instanceof UnsupportedExpression) {
      const reason = `The script ${text} has ${error.message}`;
      user.runner.refuse(reason);
      throw new StopRequest('test-now', reason);
    }
    if (error instanceof BeanShellFailure || error instanceof BrokenExpression) {
      user.runner.log('warn', `Error running BSH script ${text}: ${error.message}`);
      return undefined;
    }
    throw error;
  }
}

/** Mistakes are kept as well, for they come again with the text. */
export function tryBeanShell(text: string): BeanShellExpression | undefined | Error {
  try {
    return parseBeanShell(text);
  } catch (error) {
    return error as Error;
  }
}

class Evaluation {
  readonly #user: User;
  readonly #world: World;

  constructor(user: User, world: World) {
    this.#user = user;
    this.#world = world;
  }

  evaluate(expression: BeanShellExpression): Value {
    switch (expression.kind) {
      case 'value':
        return expression.value;
      case 'void':
        throw new BeanShellFailure(`${expression.name} is not set`);
      case 'unary':
        return unary(expression.operator, this.evaluate(expression.operand));
      case 'binary':
        return this.#binary(expression);
      case 'choice':
        return this.evaluate(toBoolean(this.evaluate(expression.condition)) ? expression.yes : expression.no);
      case 'call':
        return this.#call(
          expression.name,
          expression.args.map((arg) => this.evaluate(arg)),
        );
      case 'method':
        return textMethod(
          this.evaluate(expression.target),
          expression.name,
          expression.args.map((arg) => this.evaluate(arg)),
        );
    }
  }

  #binary({ operator, left, right }: Extract<BeanShellExpression, { kind: 'binary' }>): Value {
    const one = this.evaluate(left);
    if (operator === '&&') {
      return toBoolean(one) && toBoolean(this.evaluate(right));
    }
    if (operator === '||') {
      return toBoolean(one) || toBoolean(this.evaluate(right));
    }
    const two = this.evaluate(right);
    if (operator === '+' && (typeof one === 'string' || typeof two === 'string')) {
      return textOf(one) + textOf(two);
    }
    if (operator === '==' || operator === '!=') {
      return isSame(one, two) === (operator === '==');
    }
    return compute(operator, toNumber(one), toNumber(two));
  }

  #call(name: string, args: readonly Value[]): Value {
    const [first = null, second = null] = args;
    switch (name) {
      case 'FileServer.getFileServer().getBaseDir':
        return this.#world.filesFolder;
      case 'FileServer.getFileServer().getScriptName':
        return this.#world.planName;
      case 'File.separator':
        return sep;
      case 'File.pathSeparator':
        return delimiter;
      case 'System.getenv':
        return process.env[aText(first)] ?? null;
      case 'System.getProperty':
        return { 'file.separator': sep, 'path.separator': delimiter }[aText(first)] ?? EOL;
      case 'System.currentTimeMillis':
        return { type: 'long', value: BigInt(Math.floor(this.#world.nowMs())) };
      case 'UUID.randomUUID().toString':
        return randomUUID();
      case 'threadName':
        return this.#user.name;
      case 'ctx.getThreadNum':
        return { type: 'int', value: BigInt(this.#user.number) };
      case 'vars.get':
        return this.#user.variables.get(aText(first)) ?? null;
      case 'props.get':
      case 'props.getProperty':
        return this.#world.properties.get(aText(first)) ?? second;
      default:
        return staticMethod(name, args);
    }
  }
}

function staticMethod(name: string, args: readonly Value[]): Value {
  const [first = null, second = null] = args;
  switch (name) {
    case 'String.valueOf':
      if (first === null) {
        throw new UnsupportedExpression('String.valueOf(null)');
      }
      return textOf(first);
    case 'Integer.parseInt':
      return { type: 'int', value: parsed(parseWhole(aText(first), 32)) };
    case 'Long.parseLong':
      return { type: 'long', value: parsed(parseWhole(aText(first), 64)) };
    case 'Double.parseDouble':
      return { type: 'double', value: parsed(parseJavaDouble(aText(first))) };
    case 'Math.abs': {
      const number = toNumber(first);
      return number.value < 0 ? unary('-', number) : number;
    }
    default: {
      // Math.min and Math.max: both become what the wider of them is.
      const [one, two] = alike(toNumber(first), toNumber(second));
      return one.value < two.value === (name === 'Math.min') ? one : two;
    }
  }
}

function parsed<T>(value: T | undefined): T {
  if (value === undefined) {
    throw new BeanShellFailure('NumberFormatException');
  }
  return value;
}

function textMethod(target: Value, name: string, args: readonly Value[]): Value {
  if (target === null) {
    throw new BeanShellFailure(`.${name} of null`);
  }
  if (typeof target !== 'string') {
    throw new UnsupportedExpression(`.${name} of something that is no text`);
  }
  const [first = null, second = null] = args;
  const count = (value: number): JavaNumber => ({ type: 'int', value: BigInt(value) });
  switch (name) {
    case 'substring':
      return substring(target, anInt(first), args.length > 1 ? anInt(second) : target.length);
    case 'equals':
      return target === first;
    case 'contains':
      return target.includes(aText(first));
    case 'indexOf':
      return count(target.indexOf(aText(first)));
    case 'lastIndexOf':
      return count(target.lastIndexOf(aText(first)));
    case 'isEmpty':
      return target === '';
    case 'length':
      return count(target.length);
    case 'replace':
      return target.replaceAll(aText(first), () => aText(second));
    case 'trim':
      return javaTrim(target);
    default:
      return commonTextMethod(target, name, args.length > 0 ? aText(first) : '') as Value;
  }
}

function substring(text: string, from: number, to: number): string {
  if (from < 0 || to > text.length || from > to) {
    throw new BeanShellFailure('StringIndexOutOfBoundsException');
  }
  return text.slice(from, to);
}

function aText(value: Value): string {
  if (typeof value !== 'string') {
    throw new UnsupportedExpression('something that is no text where a text belongs');
  }
  return value;
}

function anInt(value: Value): number {
  if (typeof value !== 'object' || value?.type !== 'int') {
    throw new UnsupportedExpression('something that is no number where a number belongs');
  }
  return Number(value.value);
}

function textOf(value: Value): string {
  if (value === null || typeof value !== 'object') {
    return String(value);
  }
  return value.type === 'double' ? javaDoubleText(value.value) : String(value.value);
}

function toBoolean(value: Value): boolean {
  if (typeof value !== 'boolean') {
    throw new BeanShellFailure('a condition that is no boolean');
  }
  return value;
}

function toNumber(value: Value): JavaNumber {
  if (typeof value !== 'object' || value === null) {
    throw new BeanShellFailure('an operation with something that is no number');
  }
  return value;
}

/** BeanShell compares texts by whether they are the same object, which is chance. */
function isSame(one: Value, two: Value): boolean {
  if (one === null || two === null) {
    return one === two;
  }
  if (typeof one === 'object' && typeof two === 'object') {
    const [left, right] = alike(one, two);
    return left.value === right.value;
  }
  if (typeof one === 'boolean' && typeof two === 'boolean') {
    return one === two;
  }
  throw new UnsupportedExpression('== of texts');
}

function unary(operator: string, value: Value): Value {
  if (operator === '!') {
    return !toBoolean(value);
  }
  const number = toNumber(value);
  if (operator === '+') {
    return number;
  }
  return number.type === 'double'
    ? { type: 'double', value: -number.value }
    : whole(number.type, -number.value);
}

const whole = (type: 'int' | 'long', value: bigint): JavaNumber => ({
  type,
  value: BigInt.asIntN(type === 'int' ? 32 : 64, value),
});

/** Java's promotion of two numbers. */
function alike(one: JavaNumber, two: JavaNumber): [JavaNumber, JavaNumber] {
  const types = [one.type, two.type];
  if (types.includes('double')) {
    return [
      { type: 'double', value: Number(one.value) },
      { type: 'double', value: Number(two.value) },
    ];
  }
  const type = types.includes('long') ? 'long' : 'int';
  return [{ ...one, type } as JavaNumber, { ...two, type } as JavaNumber];
}

function compute(operator: string, one: JavaNumber, two: JavaNumber): Value {
  const [left, right] = alike(one, two);
  switch (operator) {
    case '<':
      return left.value < right.value;
    case '>':
      return left.value > right.value;
    case '<=':
      return left.value <= right.value;
    case '>=':
      return left.value >= right.value;
  }
  if (left.type === 'double' || right.type === 'double') {
    return { type: 'double', value: computeDouble(operator, Number(left.value), Number(right.value)) };
  }
  return whole(left.type, computeWhole(operator, left.value, right.value));
}

function computeDouble(operator: string, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    default:
      return left % right;
  }
}

function computeWhole(operator: string, left: bigint, right: bigint): bigint {
  if (right === 0n && (operator === '/' || operator === '%')) {
    throw new BeanShellFailure('ArithmeticException: / by zero');
  }
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    default:
      return left % right;
  }
}
