const fewWholes = Array.from({ length: 1000 }, (_, value) => String(value));

/** Like `String`; those that come again and again are ready. */
export const wholeText = (value: number): string => fewWholes[value] ?? String(value);

/** As JMeter reads a property as a long: what is none, be it for a blank before it, counts as 0. */
export function toLong(text: string): number {
  if (text === '') {
    return 0;
  }
  const few = fewDigits(text);
  return Number.isNaN(few) ? Number(parseWhole(text, 64) ?? 0) : few;
}

/** The same for an int. */
export function toInt(text: string): number {
  return text === '' ? 0 : (parseInteger(text) ?? 0);
}

/** Java's Long.parseLong, without its exception. */
export function parseLong(text: string): number | undefined {
  return /^[+-]?\d+$/.test(text) ? Number(text) : undefined;
}

/** Java's Integer.parseInt and Long.parseLong; undefined where they throw. */
export function parseWhole(text: string, bits: 32 | 64): bigint | undefined {
  if (!/^[+-]?\d+$/.test(text)) {
    return undefined;
  }
  const value = BigInt(text.replace('+', ''));
  return BigInt.asIntN(bits, value) === value ? value : undefined;
}

/** The same for numbers that fit into ours. */
export function parseInteger(text: string): number | undefined {
  const few = fewDigits(text);
  if (!Number.isNaN(few)) {
    return few;
  }
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= -(2 ** 31) && value < 2 ** 31 ? value : undefined;
}

/** For functions: what Java throws ends the sample. */
export function requireWhole(text: string, bits: 32 | 64): bigint {
  const value = parseWhole(text, bits);
  if (value === undefined) {
    throw new Error(`java.lang.NumberFormatException: For input string: "${text}"`);
  }
  return value;
}

/** What nearly all numbers in plans are; NaN for any other text. */
function fewDigits(text: string): number {
  const { length } = text;
  const isNegative = length > 1 && text.charCodeAt(0) === 0x2d;
  if (length === 0 || length > 9) {
    return Number.NaN;
  }
  let value = 0;
  for (let at = isNegative ? 1 : 0; at < length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) {
      return Number.NaN;
    }
    value = value * 10 + digit;
  }
  // There is no negative zero in Java.
  return isNegative && value > 0 ? -value : value;
}
