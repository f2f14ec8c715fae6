import { BigDecimal } from '../jvm/big-decimal.ts';
import type { Overloads } from '../jvm/java-class.ts';
import {
  BigInteger,
  type Closure,
  fail,
  JavaDouble,
  toDouble,
  toInt32,
  toInt64,
  toWhole,
  UnsupportedScript,
  type Value,
} from '../jvm/values.ts';
import { compareNumbers, computeNumbers, divideWhole, toDecimal } from './groovy-numbers.ts';
import { callClosure } from './groovy-semantics.ts';

const maxPasses = 10_000_000;

function count(from: number, to: number, step: number, apply: Closure): void {
  if (Math.abs(to - from) > maxPasses) {
    throw new UnsupportedScript('a loop of so many passes');
  }
  for (let at = from; step > 0 ? at <= to : at >= to; at += step) {
    callClosure(apply, [at]);
  }
}

function rounded(value: Value, digits: number): Value {
  if (value instanceof BigDecimal) {
    return value.setScale(digits, 'HALF_UP');
  }
  if (value instanceof JavaDouble) {
    const factor = 10 ** digits;
    return new JavaDouble(Math.floor(value.value * factor + 0.5) / factor);
  }
  throw new UnsupportedScript('round of a whole number');
}

/** Methods that Groovy adds to numbers. */
export const groovyNumberMethods: Overloads = {
  'abs(): Object': (self: Value) =>
    compareNumbers(self, 0) < 0 ? computeNumbers('-', typeof self === 'bigint' ? 0n : 0, self) : self,
  'div(Number): Object': (self: Value, [other]: [Value]) => computeNumbers('/', self, other),
  'downto(int,Closure)': (self: Value, [to, apply]: [number, Closure]) => {
    if (to > toInt32(self)) {
      fail(
        'groovy.lang.GroovyRuntimeException',
        `The argument (${to}) to downto() cannot be greater than the value (${toInt32(self)}) it's called on.`,
      );
    }
    count(toInt32(self), to, -1, apply);
  },
  'intdiv(Number): Object': (self: Value, [other]: [Value]) => divideWhole(self, other),
  'minus(Number): Object': (self: Value, [other]: [Value]) => computeNumbers('-', self, other),
  'mod(Number): Object': (self: Value, [other]: [Value]) => computeNumbers('%', self, other),
  'multiply(Number): Object': (self: Value, [other]: [Value]) => computeNumbers('*', self, other),
  'plus(Number): Object': (self: Value, [other]: [Value]) => computeNumbers('+', self, other),
  'power(Number): Object': (self: Value, [other]: [Value]) => computeNumbers('**', self, other),
  'round(): Object': (self: Value) => {
    if (self instanceof BigDecimal) {
      return self.setScale(0, 'HALF_UP');
    }
    if (self instanceof JavaDouble) {
      return toInt64(new JavaDouble(Math.floor(self.value + 0.5)));
    }
    throw new UnsupportedScript('round() of a whole number');
  },
  'round(int): Object': (self: Value, [digits]: [number]) => rounded(self, digits),
  'times(Closure)': (self: Value, [apply]: [Closure]) => {
    if (toDouble(self) > 0) {
      count(0, toInt32(self) - 1, 1, apply);
    }
  },
  'toBigDecimal(): BigDecimal': (self: Value) => toDecimal(self),
  'toBigInteger(): BigInteger': (self: Value) => new BigInteger(toWhole(self)),
  'toDouble(): double': (self: Value) => toDouble(self),
  'toInteger(): int': (self: Value) => toInt32(self),
  'toLong(): long': (self: Value) => toInt64(self),
  'upto(int,Closure)': (self: Value, [to, apply]: [number, Closure]) => {
    if (to < toInt32(self)) {
      fail(
        'groovy.lang.GroovyRuntimeException',
        `The argument (${to}) to upto() cannot be less than the value (${toInt32(self)}) it's called on.`,
      );
    }
    count(toInt32(self), to, 1, apply);
  },
};
