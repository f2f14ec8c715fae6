const fewWholes = Array.from({ length: 1000 }, (_, value) => String(value));

/** Like `String`, with a cache of frequent numbers. */
export const wholeText = (value: number): string => fewWholes[value] ?? String(value);

/** A property read as a long by JMeter: invalid text, also with a leading blank, counts as 0. */
export function toLong(text: string): number {
  if (text === '') {
    return 0;
  }
  const few = fewDigits(text);
  return Number.isNaN(few) ? Number(parseWhole(text, 64) ?? 0) : few;
}

/** A property read as an int by JMeter. */
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

/** Java's Integer.parseInt as a number; undefined where it throws. */
export function parseInteger(text: string): number | undefined {
  const few = fewDigits(text);
  if (!Number.isNaN(few)) {
    return few;
  }
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= -(2 ** 31) && value < 2 ** 31 ? value : undefined;
}

/** For functions: a NumberFormatException ends the sample. */
export function requireWhole(text: string, bits: 32 | 64): bigint {
  const value = parseWhole(text, bits);
  if (value === undefined) {
    throw new Error(`java.lang.NumberFormatException: For input string: "${text}"`);
  }
  return value;
}

/** Fast path for up to nine characters, as in most plans; NaN for any other text. */
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
  // Java's ints have no negative zero.
  return isNegative && value > 0 ? -value : value;
}
