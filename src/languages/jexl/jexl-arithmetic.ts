import { UnsupportedExpression } from '../expressions/expression.ts';
import { javaDoubleText, parseJavaDouble } from '../java/java-double.ts';

/** bigint: whole numbers; number: Java's double. */
export type JexlValue = string | number | bigint | boolean | null;

/** An error that JMeter configures JEXL to suppress: the whole expression evaluates to null. */
export class JexlFailure extends Error {
  readonly isNullOperand: boolean;

  constructor(message: string, isNullOperand = false) {
    super(message);
    this.isNullOperand = isNullOperand;
  }
}

/** Java's NumberFormatException, which JEXL does not suppress. */
export class NumberFormatFailure extends Error {}

const nullOperand = () => new JexlFailure('null operand', true);

export function textOf(value: JexlValue): string {
  if (value === null) {
    throw nullOperand();
  }
  return typeof value === 'number' ? javaDoubleText(value) : String(value);
}

export function toBoolean(value: JexlValue): boolean {
  if (value === null) {
    throw nullOperand();
  }
  if (typeof value === 'string') {
    return value !== '' && value !== 'false';
  }
  return typeof value === 'boolean' ? value : Number(value) !== 0 && !Number.isNaN(value);
}

export function isEqual(left: JexlValue, right: JexlValue): boolean {
  if (left === right) {
    return true;
  }
  if (left === null || right === null) {
    return false;
  }
  if (typeof left === 'boolean' || typeof right === 'boolean') {
    return toBoolean(left) === toBoolean(right);
  }
  return compare(left, right) === 0;
}

export function isLess(left: JexlValue, right: JexlValue, isEqualEnough: boolean): boolean {
  if (left === null && right === null) {
    return isEqualEnough;
  }
  if (left === null || right === null) {
    return false;
  }
  const order = compare(left, right);
  return order < 0 || (isEqualEnough && order === 0);
}

/** If one operand is a number, the other is converted; text that is not a number is an error. */
function compare(left: NonNullable<JexlValue>, right: NonNullable<JexlValue>): number {
  if (typeof left === 'number' || typeof right === 'number') {
    return compareDoubles(toDouble(left), toDouble(right));
  }
  if (typeof left === 'bigint' || typeof right === 'bigint') {
    const [one, two] = [toWhole(left), toWhole(right)];
    return one < two ? -1 : one > two ? 1 : 0;
  }
  const [one, two] = [textOf(left), textOf(right)];
  return one < two ? -1 : one > two ? 1 : 0;
}

function compareDoubles(left: number, right: number): number {
  if (Number.isNaN(left) || Number.isNaN(right)) {
    return Number.isNaN(left) ? (Number.isNaN(right) ? 0 : -1) : 1;
  }
  return left < right ? -1 : left > right ? 1 : 0;
}

function toDouble(value: JexlValue): number {
  if (value === null) {
    throw nullOperand();
  }
  if (typeof value !== 'string') {
    return Number(value);
  }
  const double = value === '' ? Number.NaN : parseJavaDouble(value);
  if (double === undefined) {
    throw new NumberFormatFailure(`For input string: "${value}"`);
  }
  return double;
}

function toWhole(value: JexlValue): bigint {
  if (value === null) {
    throw nullOperand();
  }
  if (typeof value === 'string') {
    if (value !== '' && !/^[+-]?\d+$/.test(value)) {
      throw new NumberFormatFailure(`For input string: "${value}"`);
    }
    return BigInt(value.replace('+', ''));
  }
  if (typeof value === 'number') {
    return Number.isNaN(value) ? 0n : BigInt(Math.trunc(value));
  }
  return BigInt(value);
}

const isDouble = (value: JexlValue) =>
  typeof value === 'number' ||
  // JEXL treats text with a fraction or an exponent as a double.
  (typeof value === 'string' && /^[+-]?\d*(?:\.\d*(?:[eE][+-]?\d+)?|[eE][+-]?\d+)$/.test(value));

export function add(left: JexlValue, right: JexlValue): JexlValue {
  if (typeof left === 'string' || typeof right === 'string') {
    return textOf(left) + textOf(right);
  }
  return compute('+', left, right);
}

export function compute(operator: '+' | '-' | '*' | '/' | '%', left: JexlValue, right: JexlValue): JexlValue {
  if (left === null && right === null) {
    throw nullOperand();
  }
  if (isDouble(left) || isDouble(right)) {
    return computeDoubles(operator, toDouble(left), toDouble(right));
  }
  const [one, two] = [toWhole(left), toWhole(right)];
  switch (operator) {
    case '+':
      return one + two;
    case '-':
      return one - two;
    case '*':
      return one * two;
    default:
      if (two === 0n) {
        throw new JexlFailure(operator);
      }
      if (operator === '/') {
        return one / two;
      }
      if ((typeof left === 'string' || typeof right === 'string') && (one < 0n || two < 0n)) {
        throw new UnsupportedExpression('% with a negative number in a text');
      }
      return one % two;
  }
}

function computeDoubles(operator: string, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    default:
      if (right === 0) {
        throw new JexlFailure(operator);
      }
      return operator === '/' ? left / right : left % right;
  }
}

export function negate(value: JexlValue): JexlValue {
  if (value === null) {
    throw nullOperand();
  }
  if (typeof value === 'string') {
    throw new JexlFailure('- error');
  }
  return typeof value === 'boolean' ? !value : -value;
}
