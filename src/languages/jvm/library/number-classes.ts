import { parseJavaDouble } from '../../java/java-double.ts';
import { parseWhole } from '../../java/numbers.ts';
import { BigDecimal, type RoundingMode } from '../big-decimal.ts';
import { type ClassParts, defineClass, type JavaClass, required } from '../java-class.ts';
import {
  BigInteger,
  classNameOf,
  fail,
  failRoughly,
  HostObject,
  isNumber,
  JavaDouble,
  toDouble,
  toInt32,
  toInt64,
  toWhole,
  UnsupportedScript,
  type Value,
} from '../values.ts';

function wholeOf(text: string | null, bits: 32 | 64): bigint {
  if (text === null) {
    failRoughly('java.lang.NumberFormatException', 'null');
  }
  const value = parseWhole(text, bits);
  if (value === undefined) {
    fail('java.lang.NumberFormatException', `For input string: "${text}"`);
  }
  return value;
}

export const parseInt32 = (text: string | null): number => Number(wholeOf(text, 32));
export const parseInt64 = (text: string | null): bigint => wholeOf(text, 64);

export function parseDouble(text: string | null): number {
  if (text === null) {
    failRoughly('java.lang.NullPointerException', 'null');
  }
  const value = parseJavaDouble(text);
  if (value === undefined) {
    fail(
      'java.lang.NumberFormatException',
      text.trim() === '' ? 'empty String' : `For input string: "${text.trim()}"`,
    );
  }
  return value;
}

export function parseDecimal(text: string | null): BigDecimal {
  const value = BigDecimal.parse(required(text));
  if (value === undefined) {
    failRoughly('java.lang.NumberFormatException', `${text}`);
  }
  return value;
}

const numberMethods: ClassParts['methods'] = {
  'intValue(): int': (self: Value) => toInt32(self),
  'longValue(): long': (self: Value) => toInt64(self),
  'doubleValue(): double': (self: Value) => toDouble(self),
  'toString(): String': (self: Value, _: [], host) => host.text(self),
  'equals(Object): boolean': (self: Value, [other]: [Value]) =>
    classNameOf(self) === classNameOf(other) && isNumber(other) && sameNumber(self, other),
  'compareTo(Object): int': (self: Value, [other]: [Value]) => {
    if (!isNumber(other) || classNameOf(self) !== classNameOf(other)) {
      throw new UnsupportedScript('compareTo of numbers of two types');
    }
    return self instanceof JavaDouble
      ? compareDoubles(toDouble(self), toDouble(other))
      : compareExactly(self, other);
  },
};

/** Java's Double.compare: NaN is greater than all numbers, and -0.0 is less than 0.0. */
function compareDoubles(one: number, two: number): number {
  if (Object.is(one, two)) {
    return 0;
  }
  if (Number.isNaN(one) || Number.isNaN(two)) {
    return Number.isNaN(one) ? 1 : -1;
  }
  return one < two || (one === two && Object.is(one, -0)) ? -1 : 1;
}

function compareExactly(one: Value, two: Value): number {
  const decimal = (value: Value) => (value instanceof BigDecimal ? value : new BigDecimal(toWhole(value)));
  return decimal(one).compareTo(decimal(two));
}

function sameNumber(one: Value, two: Value): boolean {
  if (one instanceof BigDecimal && two instanceof BigDecimal) {
    return one.unscaled === two.unscaled && one.scale === two.scale;
  }
  return one instanceof JavaDouble && two instanceof JavaDouble
    ? Object.is(one.value, two.value)
    : toWhole(one) === toWhole(two);
}

const radixText = (value: number | bigint, radix: number) => {
  if (radix < 2 || radix > 36) {
    throw new UnsupportedScript(`the radix ${radix}`);
  }
  return value.toString(radix);
};

function parseRadix(text: string, radix: number): number {
  const digits = radix <= 10 ? `0-${radix - 1}` : `0-9a-${(radix - 1).toString(radix)}`;
  const value = new RegExp(`^[+-]?[${digits}]+$`, 'i').test(text) ? Number.parseInt(text, radix) : Number.NaN;
  if (!(value >= -(2 ** 31) && value < 2 ** 31)) {
    fail(
      'java.lang.NumberFormatException',
      `For input string: "${text}"${radix === 10 ? '' : ` under radix ${radix}`}`,
    );
  }
  return value;
}

const integer = defineClass('java.lang.Integer', {
  parent: 'java.lang.Number',
  constructors: {
    '(int)': (_: never, [value]: [number]) => value,
    '(String)': (_: never, [text]: [string]) => parseInt32(text),
  },
  fields: { MAX_VALUE: 2 ** 31 - 1, MIN_VALUE: -(2 ** 31) },
  statics: {
    'compare(int,int): int': (_: never, [one, two]: [number, number]) => Math.sign(one - two),
    'max(int,int): int': (_: never, [one, two]: [number, number]) => Math.max(one, two),
    'min(int,int): int': (_: never, [one, two]: [number, number]) => Math.min(one, two),
    'parseInt(String): int': (_: never, [text]: [string]) => parseInt32(text),
    'parseInt(String,int): int': (_: never, [text, radix]: [string, number]) =>
      parseRadix(required(text), radix),
    'toBinaryString(int): String': (_: never, [value]: [number]) => (value >>> 0).toString(2),
    'toHexString(int): String': (_: never, [value]: [number]) => (value >>> 0).toString(16),
    'toString(int): String': (_: never, [value]: [number]) => String(value),
    'toString(int,int): String': (_: never, [value, radix]: [number, number]) => radixText(value, radix),
    'valueOf(int): Integer': (_: never, [value]: [number]) => value,
    'valueOf(String): Integer': (_: never, [text]: [string]) => parseInt32(text),
  },
});

const long = defineClass('java.lang.Long', {
  parent: 'java.lang.Number',
  constructors: {
    '(long)': (_: never, [value]: [bigint]) => value,
    '(String)': (_: never, [text]: [string]) => parseInt64(text),
  },
  fields: { MAX_VALUE: 2n ** 63n - 1n, MIN_VALUE: -(2n ** 63n) },
  statics: {
    'parseLong(String): long': (_: never, [text]: [string]) => parseInt64(text),
    'toHexString(long): String': (_: never, [value]: [bigint]) => BigInt.asUintN(64, value).toString(16),
    'toString(long): String': (_: never, [value]: [bigint]) => String(value),
    'toString(long,int): String': (_: never, [value, radix]: [bigint, number]) => radixText(value, radix),
    'valueOf(long): Long': (_: never, [value]: [bigint]) => value,
    'valueOf(String): Long': (_: never, [text]: [string]) => parseInt64(text),
  },
});

const double = defineClass('java.lang.Double', {
  parent: 'java.lang.Number',
  constructors: {
    '(double)': (_: never, [value]: [number]) => new JavaDouble(value),
    '(String)': (_: never, [text]: [string]) => new JavaDouble(parseDouble(text)),
  },
  statics: {
    'parseDouble(String): double': (_: never, [text]: [string]) => parseDouble(text),
    'toString(double): String': (_: never, [value]: [number]) => new JavaDouble(value).toString(),
    'valueOf(double): Double': (_: never, [value]: [number]) => value,
    'valueOf(String): Double': (_: never, [text]: [string]) => parseDouble(text),
  },
  methods: {
    'isNaN(): boolean': (self: JavaDouble) => Number.isNaN(self.value),
    'isInfinite(): boolean': (self: JavaDouble) => Math.abs(self.value) === Number.POSITIVE_INFINITY,
  },
});

const boolean = defineClass('java.lang.Boolean', {
  parent: 'java.lang.Object',
  fields: { TRUE: true, FALSE: false },
  statics: {
    'parseBoolean(String): boolean': (_: never, [text]: [string | null]) => text?.toLowerCase() === 'true',
    'toString(boolean): String': (_: never, [value]: [boolean]) => String(value),
    'valueOf(boolean): Boolean': (_: never, [value]: [boolean]) => value,
    'valueOf(String): Boolean': (_: never, [text]: [string | null]) => text?.toLowerCase() === 'true',
  },
  methods: {
    'booleanValue(): boolean': (self: boolean) => self,
    'equals(Object): boolean': (self: boolean, [other]: [Value]) => self === other,
    'toString(): String': (self: boolean) => String(self),
  },
});

const roundings: readonly RoundingMode[] = [
  'UP',
  'DOWN',
  'CEILING',
  'FLOOR',
  'HALF_UP',
  'HALF_DOWN',
  'HALF_EVEN',
];

const bigDecimal = defineClass('java.math.BigDecimal', {
  parent: 'java.lang.Number',
  constructors: {
    '(String)': (_: never, [text]: [string]) => parseDecimal(text),
    '(int)': (_: never, [value]: [number]) => new BigDecimal(BigInt(value)),
    '(long)': (_: never, [value]: [bigint]) => new BigDecimal(value),
  },
  fields: {
    ONE: new BigDecimal(1n),
    ZERO: new BigDecimal(0n),
    ...Object.fromEntries(roundings.map((mode, index) => [`ROUND_${mode}`, index])),
  },
  statics: {
    'valueOf(long): BigDecimal': (_: never, [value]: [bigint]) => new BigDecimal(value),
    'valueOf(double): BigDecimal': (_: never, [value]: [number]) => BigDecimal.ofDouble(value),
  },
  methods: {
    'abs(): BigDecimal': (self: BigDecimal) => self.abs(),
    'add(BigDecimal): BigDecimal': (self: BigDecimal, [other]: [BigDecimal]) => self.plus(required(other)),
    'compareTo(BigDecimal): int': (self: BigDecimal, [other]: [BigDecimal]) =>
      self.compareTo(required(other)),
    'multiply(BigDecimal): BigDecimal': (self: BigDecimal, [other]: [BigDecimal]) =>
      self.times(required(other)),
    'negate(): BigDecimal': (self: BigDecimal) => self.negate(),
    'scale(): int': (self: BigDecimal) => self.scale,
    'setScale(int,RoundingMode): BigDecimal': (self: BigDecimal, [scale, mode]: [number, HostObject]) =>
      self.setScale(scale, mode.self as RoundingMode),
    'setScale(int,int): BigDecimal': (self: BigDecimal, [scale, mode]: [number, number]) =>
      self.setScale(scale, roundings[mode]),
    'stripTrailingZeros(): BigDecimal': (self: BigDecimal) => self.stripTrailingZeros(),
    'subtract(BigDecimal): BigDecimal': (self: BigDecimal, [other]: [BigDecimal]) =>
      self.minus(required(other)),
    'toPlainString(): String': (self: BigDecimal) => self.toPlainString(),
  },
});

const roundingMode = defineClass('java.math.RoundingMode', {
  parent: 'java.lang.Object',
  fields: Object.fromEntries(roundings.map((mode) => [mode, new HostObject('java.math.RoundingMode', mode)])),
});

const bigInteger = defineClass('java.math.BigInteger', {
  parent: 'java.lang.Number',
  constructors: {
    '(String)': (_: never, [text]: [string]) => new BigInteger(wholeText(required(text), 10)),
    '(String,int)': (_: never, [text, radix]: [string, number]) =>
      new BigInteger(wholeText(required(text), radix)),
    '(int,byte[])': (_: never, [sign, bytes]: [number, Uint8Array]) => {
      const size = BigInt(`0x0${Buffer.from(required(bytes)).toString('hex')}`);
      return new BigInteger(sign < 0 ? -size : size);
    },
  },
  statics: { 'valueOf(long): BigInteger': (_: never, [value]: [bigint]) => new BigInteger(value) },
  methods: {
    'toString(int): String': (self: BigInteger, [radix]: [number]) => radixText(self.value, radix),
  },
});

function wholeText(text: string, radix: number): bigint {
  if (radix === 16 && /^[\da-fA-F]+$/.test(text)) {
    return BigInt(`0x${text}`);
  }
  if (radix === 10 && /^[+-]?\d+$/.test(text)) {
    return BigInt(text.replace('+', ''));
  }
  throw new UnsupportedScript(`new BigInteger("${text}", ${radix})`);
}

/** Two arguments of one type: Java has an overload per type, and calls the first that accepts both. */
const ofTwo = (
  name: 'max' | 'min',
  choose: (one: number, two: number) => boolean,
): ClassParts['statics'] => ({
  [`${name}(int,int): int`]: (_: never, [one, two]: [number, number]) => (choose(one, two) ? one : two),
  [`${name}(long,long): long`]: (_: never, [one, two]: [bigint, bigint]) =>
    choose(one < two ? -1 : one > two ? 1 : 0, 0) ? one : two,
  [`${name}(double,double): double`]: (_: never, [one, two]: [number, number]) => Math[name](one, two),
});

const ofDouble = (name: string, compute: (value: number) => number): ClassParts['statics'] => ({
  [`${name}(double): double`]: (_: never, [value]: [number]) => compute(value),
});

const math = defineClass('java.lang.Math', {
  fields: { PI: new JavaDouble(Math.PI), E: new JavaDouble(Math.E) },
  statics: {
    'abs(int): int': (_: never, [value]: [number]) => Math.abs(value) | 0,
    'abs(long): long': (_: never, [value]: [bigint]) => (value < 0n ? BigInt.asIntN(64, -value) : value),
    ...ofDouble('abs', Math.abs),
    ...ofDouble('ceil', Math.ceil),
    ...ofDouble('floor', Math.floor),
    ...ofDouble('sqrt', Math.sqrt),
    ...ofTwo('max', (one, two) => one >= two),
    ...ofTwo('min', (one, two) => one <= two),
    'pow(double,double): double': (_: never, [base, exponent]: [number, number]) => {
      const value = base ** exponent;
      if (!Number.isSafeInteger(value)) {
        throw new UnsupportedScript('Math.pow with a result that is no whole number');
      }
      return value;
    },
    'random(): double': (_: never, __: [], host) => host.random(),
    // For whole numbers, the overload of float is called, which is not supported.
    'round(fraction): long': (_: never, [value]: [number]) =>
      toInt64(new JavaDouble(Math.floor(value + 0.5))),
  },
});

export const numberClasses: readonly JavaClass[] = [
  defineClass('java.lang.Number', { parent: 'java.lang.Object', methods: numberMethods }),
  defineClass('java.lang.Byte', { parent: 'java.lang.Number' }),
  integer,
  long,
  double,
  boolean,
  bigDecimal,
  bigInteger,
  roundingMode,
  math,
];
