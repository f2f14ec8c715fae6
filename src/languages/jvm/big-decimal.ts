export type RoundingMode = 'UP' | 'DOWN' | 'CEILING' | 'FLOOR' | 'HALF_UP' | 'HALF_DOWN' | 'HALF_EVEN';

/** Java's BigDecimal: `unscaled / 10 ** scale`. */
export class BigDecimal {
  readonly className = 'java.math.BigDecimal';
  readonly unscaled: bigint;
  readonly scale: number;

  constructor(unscaled: bigint, scale = 0) {
    this.unscaled = unscaled;
    this.scale = scale;
  }

  /** Undefined where Java throws NumberFormatException. */
  static parse(text: string): BigDecimal | undefined {
    const match = /^([+-]?)(\d+\.?\d*|\.\d+)(?:[eE]([+-]?\d{1,9}))?$/.exec(text);
    if (!match) {
      return undefined;
    }
    const [, sign = '', digits = '', exponent = '0'] = match;
    const [whole = '', fraction = ''] = digits.split('.');
    const size = BigInt(whole + fraction);
    return new BigDecimal(sign === '-' ? -size : size, fraction.length - Number(exponent));
  }

  /** BigDecimal.valueOf(double), which parses the text of Double.toString. */
  static ofDouble(value: number): BigDecimal {
    const text = String(value);
    const written = /[.e]/.test(text) ? text : `${text}.0`;
    return BigDecimal.parse(written) as BigDecimal;
  }

  get precision(): number {
    return String(abs(this.unscaled)).length;
  }

  get isZero(): boolean {
    return this.unscaled === 0n;
  }

  plus(other: BigDecimal): BigDecimal {
    const [left, right, scale] = aligned(this, other);
    return new BigDecimal(left + right, scale);
  }

  minus(other: BigDecimal): BigDecimal {
    const [left, right, scale] = aligned(this, other);
    return new BigDecimal(left - right, scale);
  }

  times(other: BigDecimal): BigDecimal {
    return new BigDecimal(this.unscaled * other.unscaled, this.scale + other.scale);
  }

  negate(): BigDecimal {
    return new BigDecimal(-this.unscaled, this.scale);
  }

  abs(): BigDecimal {
    return this.unscaled < 0n ? this.negate() : this;
  }

  compareTo(other: BigDecimal): number {
    const [left, right] = aligned(this, other);
    return left < right ? -1 : left > right ? 1 : 0;
  }

  /**
   * The exact quotient with the smallest scale that is at least the preferred one; undefined if it does not
   * terminate.
   */
  divideExactly(other: BigDecimal): BigDecimal | undefined {
    const preferred = this.scale - other.scale;
    if (this.isZero) {
      return new BigDecimal(0n, preferred);
    }
    let [numerator, divisor] = [this.unscaled, other.unscaled];
    if (divisor < 0n) {
      [numerator, divisor] = [-numerator, -divisor];
    }
    const common = gcd(abs(numerator), divisor);
    numerator /= common;
    divisor /= common;
    let twos = 0;
    let fives = 0;
    while (divisor % 2n === 0n) {
      divisor /= 2n;
      twos += 1;
    }
    while (divisor % 5n === 0n) {
      divisor /= 5n;
      fives += 1;
    }
    if (divisor !== 1n) {
      return undefined;
    }
    const more = Math.max(twos, fives);
    const value = numerator * 2n ** BigInt(more - twos) * 5n ** BigInt(more - fives);
    return new BigDecimal(value, preferred + more).#withScaleAtLeast(preferred);
  }

  /** BigDecimal.divide(other, new MathContext(precision)): rounds half up. */
  divideTo(other: BigDecimal, precision: number): BigDecimal {
    const preferred = this.scale - other.scale;
    let shift = precision + other.precision - this.precision + 3;
    shift = Math.max(shift, 0);
    const numerator = abs(this.unscaled) * 10n ** BigInt(shift);
    const divisor = abs(other.unscaled);
    const quotient = numerator / divisor;
    const isExact = numerator % divisor === 0n;
    // A sticky digit keeps the rounding correct for a remainder other than 0.
    const sticky = isExact ? quotient * 10n : quotient * 10n + 1n;
    const isNegative = this.unscaled < 0n !== other.unscaled < 0n;
    const rounded = new BigDecimal(isNegative ? -sticky : sticky, preferred + shift + 1).round(precision);
    return isExact ? rounded.#withScaleAtLeast(preferred) : rounded;
  }

  /** Rounds half up to a number of digits. */
  round(precision: number): BigDecimal {
    const over = this.precision - precision;
    return over <= 0 ? this : this.setScale(this.scale - over, 'HALF_UP').round(precision);
  }

  setScale(scale: number, mode: RoundingMode = 'HALF_UP'): BigDecimal {
    if (scale >= this.scale) {
      return new BigDecimal(this.unscaled * 10n ** BigInt(scale - this.scale), scale);
    }
    const divisor = 10n ** BigInt(this.scale - scale);
    return new BigDecimal(divideRounded(this.unscaled, divisor, mode), scale);
  }

  stripTrailingZeros(): BigDecimal {
    return this.isZero ? new BigDecimal(0n) : this.#withScaleAtLeast(Number.NEGATIVE_INFINITY);
  }

  toBigInt(): bigint {
    return this.setScale(0, 'DOWN').unscaled;
  }

  toNumber(): number {
    return Number(`${this.unscaled}e${-this.scale}`);
  }

  toPlainString(): string {
    const { scale } = this;
    const sign = this.unscaled < 0n ? '-' : '';
    const digits = String(abs(this.unscaled));
    if (scale <= 0) {
      return sign + (this.isZero ? '0' : digits + '0'.repeat(-scale));
    }
    const padded = digits.padStart(scale + 1, '0');
    return `${sign}${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
  }

  toString(): string {
    const digits = String(abs(this.unscaled));
    const adjusted = digits.length - 1 - this.scale;
    if (this.scale >= 0 && adjusted >= -6) {
      return this.toPlainString();
    }
    const mantissa = digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits;
    const exponent = adjusted === 0 ? '' : `E${adjusted > 0 ? '+' : ''}${adjusted}`;
    return `${this.unscaled < 0n ? '-' : ''}${mantissa}${exponent}`;
  }

  #withScaleAtLeast(least: number): BigDecimal {
    let { unscaled, scale } = this;
    while (scale > least && unscaled % 10n === 0n) {
      unscaled /= 10n;
      scale -= 1;
    }
    return new BigDecimal(unscaled, scale);
  }
}

const abs = (value: bigint) => (value < 0n ? -value : value);

function gcd(one: bigint, two: bigint): bigint {
  return two === 0n ? one : gcd(two, one % two);
}

function aligned(one: BigDecimal, two: BigDecimal): [bigint, bigint, number] {
  const scale = Math.max(one.scale, two.scale);
  return [
    one.unscaled * 10n ** BigInt(scale - one.scale),
    two.unscaled * 10n ** BigInt(scale - two.scale),
    scale,
  ];
}

function divideRounded(value: bigint, divisor: bigint, mode: RoundingMode): bigint {
  const quotient = value / divisor;
  const rest = abs(value % divisor);
  if (rest === 0n) {
    return quotient;
  }
  const away = value < 0n ? -1n : 1n;
  return isRoundedAway(mode, value < 0n, rest * 2n - divisor, quotient % 2n !== 0n)
    ? quotient + away
    : quotient;
}

/** `half`: the remainder compared with a half. */
function isRoundedAway(mode: RoundingMode, isNegative: boolean, half: bigint, isOdd: boolean): boolean {
  switch (mode) {
    case 'UP':
      return true;
    case 'DOWN':
      return false;
    case 'CEILING':
      return !isNegative;
    case 'FLOOR':
      return isNegative;
    case 'HALF_UP':
      return half >= 0n;
    case 'HALF_DOWN':
      return half > 0n;
    case 'HALF_EVEN':
      return half > 0n || (half === 0n && isOdd);
  }
}
