import { UnsupportedExpression } from '../expressions/expression.ts';
import { javaDoubleText } from '../java/java-double.ts';
import type { JavaNumber } from './bean-shell-expression.ts';

export type BeanShellValue = string | boolean | null | JavaNumber;

/** A BeanShell error, which JMeter logs. */
export class BeanShellFailure extends Error {}

export function aText(value: BeanShellValue): string {
  if (typeof value !== 'string') {
    throw new UnsupportedExpression('a value that is not a string where a string is required');
  }
  return value;
}

export function anInt(value: BeanShellValue): number {
  if (typeof value !== 'object' || value?.type !== 'int') {
    throw new UnsupportedExpression('a value that is not a number where a number is required');
  }
  return Number(value.value);
}

export function textOf(value: BeanShellValue): string {
  if (value === null || typeof value !== 'object') {
    return String(value);
  }
  return value.type === 'double' ? javaDoubleText(value.value) : String(value.value);
}

export function toBoolean(value: BeanShellValue): boolean {
  if (typeof value !== 'boolean') {
    throw new BeanShellFailure('a condition that is not a boolean');
  }
  return value;
}

export function toNumber(value: BeanShellValue): JavaNumber {
  if (typeof value !== 'object' || value === null) {
    throw new BeanShellFailure('an arithmetic operation on a value that is not a number');
  }
  return value;
}

/** BeanShell compares strings by identity, whose result is not predictable. */
export function isSame(one: BeanShellValue, two: BeanShellValue): boolean {
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

export function unary(operator: string, value: BeanShellValue): BeanShellValue {
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

/** Java's binary numeric promotion. */
export function alike(one: JavaNumber, two: JavaNumber): [JavaNumber, JavaNumber] {
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

export function compute(operator: string, one: JavaNumber, two: JavaNumber): BeanShellValue {
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
