import { BigDecimal } from '../jvm/big-decimal.ts';
import { javaText } from '../jvm/java-text.ts';
import {
  BigInteger,
  classNameOf,
  fail,
  JavaDouble,
  toDouble,
  toWhole,
  UnsupportedScript,
  type Value,
} from '../jvm/values.ts';

type Kind = 'int' | 'long' | 'big' | 'decimal' | 'double';

const order: readonly Kind[] = ['int', 'long', 'big', 'decimal', 'double'];

function kindOf(value: Value): Kind {
  if (typeof value === 'bigint') {
    return 'long';
  }
  if (value instanceof BigDecimal) {
    return 'decimal';
  }
  if (value instanceof JavaDouble) {
    return 'double';
  }
  return value instanceof BigInteger ? 'big' : 'int';
}

function kindOfBoth(left: Value, right: Value): Kind {
  const [one, two] = [kindOf(left), kindOf(right)];
  return order.indexOf(one) > order.indexOf(two) ? one : two;
}

export function toDecimal(value: Value): BigDecimal {
  if (value instanceof BigDecimal) {
    return value;
  }
  return value instanceof JavaDouble ? BigDecimal.ofDouble(value.value) : new BigDecimal(toWhole(value));
}

function wholeOf(kind: Kind, value: bigint): Value {
  switch (kind) {
    case 'int':
      return Number(BigInt.asIntN(32, value));
    case 'long':
      return BigInt.asIntN(64, value);
    default:
      return new BigInteger(value);
  }
}

/** Groovy's arithmetic: operands are promoted to the wider type, and quotients are decimals. */
export function computeNumbers(operator: string, left: Value, right: Value): Value {
  if (typeof left === 'number' && typeof right === 'number') {
    const quick = computeInts(operator, left, right);
    if (quick !== undefined) {
      return quick;
    }
  }
  const kind = kindOfBoth(left, right);
  switch (operator) {
    case '/':
      return divide(kind, left, right);
    case '%':
      return remainder(kind, left, right);
    case '**':
      return power(left, right);
    case '<<':
    case '>>':
    case '>>>':
    case '&':
    case '|':
    case '^':
      return bits(operator, kind, left, right);
  }
  if (kind === 'double') {
    return new JavaDouble(computeDoubles(operator, toDouble(left), toDouble(right)));
  }
  if (kind === 'decimal') {
    return computeDecimals(operator, toDecimal(left), toDecimal(right));
  }
  return wholeOf(kind, computeWholes(operator, toWhole(left), toWhole(right)));
}

function computeInts(operator: string, left: number, right: number): number | undefined {
  switch (operator) {
    case '+':
      return (left + right) | 0;
    case '-':
      return (left - right) | 0;
    case '*':
      return Math.imul(left, right);
    case '&':
      return left & right;
    case '|':
      return left | right;
    case '^':
      return left ^ right;
    case '%':
      return right === 0 ? undefined : (left % right) | 0;
  }
  return undefined;
}

function computeDoubles(operator: string, left: number, right: number): number {
  return operator === '+' ? left + right : operator === '-' ? left - right : left * right;
}

function computeDecimals(operator: string, left: BigDecimal, right: BigDecimal): BigDecimal {
  return operator === '+' ? left.plus(right) : operator === '-' ? left.minus(right) : left.times(right);
}

function computeWholes(operator: string, left: bigint, right: bigint): bigint {
  return operator === '+' ? left + right : operator === '-' ? left - right : left * right;
}

function divide(kind: Kind, left: Value, right: Value): Value {
  if (kind === 'double') {
    return new JavaDouble(toDouble(left) / toDouble(right));
  }
  const [dividend, divisor] = [toDecimal(left), toDecimal(right)];
  if (divisor.isZero) {
    fail('java.lang.ArithmeticException', dividend.isZero ? 'Division undefined' : 'Division by zero');
  }
  const exact = dividend.divideExactly(divisor);
  if (exact) {
    return exact;
  }
  const result = dividend.divideTo(divisor, Math.max(dividend.precision, divisor.precision) + 10);
  const scale = Math.max(dividend.scale, divisor.scale, 10);
  return result.scale > scale ? result.setScale(scale) : result;
}

function remainder(kind: Kind, left: Value, right: Value): Value {
  if (kind === 'double') {
    return new JavaDouble(toDouble(left) % toDouble(right));
  }
  if (kind === 'decimal') {
    fail(
      'java.lang.UnsupportedOperationException',
      `Cannot use mod() on this number type: ${classNameOf(left)} with value: ${javaText(left)}`,
    );
  }
  if (kind === 'big') {
    throw new UnsupportedScript('% of a BigInteger');
  }
  const divisor = toWhole(right);
  if (divisor === 0n) {
    fail('java.lang.ArithmeticException', '/ by zero');
  }
  return wholeOf(kind, toWhole(left) % divisor);
}

export function divideWhole(left: Value, right: Value): Value {
  const kind = kindOfBoth(left, right);
  if (kind === 'decimal' || kind === 'double') {
    throw new UnsupportedScript('intdiv of numbers with fractions');
  }
  const divisor = toWhole(right);
  if (divisor === 0n) {
    fail('java.lang.ArithmeticException', '/ by zero');
  }
  return wholeOf(kind, toWhole(left) / divisor);
}

function power(base: Value, exponent: Value): Value {
  if (typeof exponent === 'number' && exponent >= 0 && exponent < 10_000) {
    const kind = kindOf(base);
    if (kind === 'decimal') {
      const { unscaled, scale } = base as BigDecimal;
      return new BigDecimal(unscaled ** BigInt(exponent), scale * exponent);
    }
    if (kind !== 'double') {
      const value = toWhole(base) ** BigInt(exponent);
      return kind === 'big' ? new BigInteger(value) : smallest(kind, value);
    }
  }
  if (
    exponent instanceof BigInteger ||
    (typeof exponent === 'number' && exponent > 0 && kindOf(base) !== 'double')
  ) {
    throw new UnsupportedScript('** with an unsupported exponent');
  }
  return powerOfDoubles(toDouble(base), toDouble(exponent));
}

/** Whole results are ints or longs. Java and JavaScript may round other results differently. */
function powerOfDoubles(base: number, exponent: number): Value {
  const value = base ** exponent;
  if (Number.isSafeInteger(value)) {
    return Math.trunc(value) === (value | 0) ? value | 0 : BigInt(value);
  }
  if (Number.isFinite(value) && !Number.isSafeInteger(value * 2 ** 20)) {
    throw new UnsupportedScript('** with a result that may be rounded');
  }
  return new JavaDouble(value);
}

function smallest(kind: Kind, value: bigint): Value {
  if (kind === 'int') {
    return BigInt.asIntN(32, value) === value ? Number(value) : new BigInteger(value);
  }
  return BigInt.asIntN(64, value) === value ? value : new BigInteger(value);
}

function bits(operator: string, kind: Kind, left: Value, right: Value): Value {
  const own = /^[&|^]$/.test(operator) ? kind : kindOf(left);
  if (own !== 'int' && own !== 'long') {
    throw new UnsupportedScript(`${operator} of numbers that are neither ints nor longs`);
  }
  const [one, two] = [toWhole(left), toWhole(right)];
  const size = own === 'int' ? 32 : 64;
  const by = two & BigInt(size - 1);
  switch (operator) {
    case '<<':
      return wholeOf(own, one << by);
    case '>>':
      return wholeOf(own, one >> by);
    case '>>>':
      return wholeOf(own, BigInt.asUintN(size, one) >> by);
    case '&':
      return wholeOf(own, one & two);
    case '|':
      return wholeOf(own, one | two);
    default:
      return wholeOf(own, one ^ two);
  }
}

export function negate(value: Value): Value {
  switch (kindOf(value)) {
    case 'double':
      return new JavaDouble(-toDouble(value));
    case 'decimal':
      return (value as BigDecimal).negate();
    default:
      return wholeOf(kindOf(value), -toWhole(value));
  }
}

export function compareNumbers(left: Value, right: Value): number {
  if (typeof left === 'number' && typeof right === 'number') {
    return left < right ? -1 : left > right ? 1 : 0;
  }
  const kind = kindOfBoth(left, right);
  if (kind === 'double') {
    const [one, two] = [toDouble(left), toDouble(right)];
    if (Number.isNaN(one) || Number.isNaN(two)) {
      throw new UnsupportedScript('a comparison with NaN');
    }
    return one < two ? -1 : one > two ? 1 : 0;
  }
  return toDecimal(left).compareTo(toDecimal(right));
}
