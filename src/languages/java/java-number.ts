export type NumberClass = 'Integer' | 'Long' | 'BigInteger' | 'Double' | 'BigDecimal';

/** A number whose Java type does not follow from its value. */
export class JavaNumber {
  readonly kind: NumberClass;
  readonly value: number;
  /** The Java text. */
  readonly text: string;

  constructor(kind: NumberClass, value: number, text: string) {
    this.kind = kind;
    this.value = value;
    this.text = text;
  }
}

export function integerNumber(digits: string): number | JavaNumber {
  const value = Number(digits);
  if (Number.isSafeInteger(value)) {
    return value === 0 ? 0 : value;
  }
  const whole = BigInt(digits);
  const kind = BigInt.asIntN(64, whole) === whole ? 'Long' : 'BigInteger';
  return new JavaNumber(kind, value, String(whole));
}

export function doubleNumber(value: number): JavaNumber {
  return new JavaNumber('Double', value, doubleText(value));
}

export function decimalNumber(digits: string): JavaNumber {
  return new JavaNumber('BigDecimal', Number(digits), decimalText(digits));
}

export function classOf(value: number | JavaNumber): NumberClass {
  if (typeof value === 'object') {
    return value.kind;
  }
  if (!Number.isInteger(value)) {
    return 'Double';
  }
  return Math.abs(value + 0.5) < 2 ** 31 ? 'Integer' : 'Long';
}

export function numberText(value: number | JavaNumber): string {
  return typeof value === 'object' ? value.text : Number.isInteger(value) ? String(value) : doubleText(value);
}

/** Double.toString: always with a fraction, and with an exponent from 10^7 on and below 10^-3. */
function doubleText(value: number): string {
  if (value === 0) {
    return Object.is(value, -0) ? '-0.0' : '0.0';
  }
  if (!Number.isFinite(value)) {
    return value > 0 ? 'Infinity' : value < 0 ? '-Infinity' : 'NaN';
  }
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e7) {
    return Number.isInteger(value) ? `${value}.0` : String(value);
  }
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${Number(exponent)}`;
}

/** BigDecimal.toString of a literal. */
function decimalText(written: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(written) ?? [];
  const digits = (whole + fraction).replace(/^0+(?=\d)/, '');
  const scale = fraction.length - Number(exponent);
  const adjusted = digits.length - 1 - scale;
  if (scale >= 0 && adjusted >= -6) {
    const padded = digits.padStart(scale + 1, '0');
    return sign + (scale === 0 ? padded : `${padded.slice(0, -scale)}.${padded.slice(-scale)}`);
  }
  const mantissa = digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits;
  return `${sign}${mantissa}E${adjusted >= 0 ? '+' : ''}${adjusted}`;
}

/** DecimalFormat("#.#") with all significant digits, and at least one fraction digit. */
export function plainDouble(value: number | JavaNumber): string {
  const number = Number(value instanceof JavaNumber ? value.value : value);
  const [digits = '', exponent = '0'] = Math.abs(number).toExponential().split('e');
  const all = digits.replace('.', '');
  const point = Number(exponent) + 1;
  const whole = point > 0 ? all.slice(0, point).padEnd(point, '0') : '0';
  const fraction = point > 0 ? all.slice(point) : '0'.repeat(-point) + all;
  const sign = number < 0 || Object.is(number, -0) ? '-' : '';
  return number === 0 ? `${sign}0.0` : `${sign}${whole}.${fraction || '0'}`;
}
