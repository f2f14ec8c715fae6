/** As JMeter reads a property as a long: what is none, be it for a blank before it, counts as 0. */
export function toLong(text: string): number {
  return Number(parseWhole(text, 64) ?? 0);
}

/** The same for an int. */
export function toInt(text: string): number {
  return parseInteger(text) ?? 0;
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
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= -(2 ** 31) && value < 2 ** 31 ? value : undefined;
}

/** For functions: what Java throws ends the sample. */
export function requireWhole(text: string, bits: 32 | 64): bigint {
  const value = parseWhole(text, bits);
  if (value === undefined) {
    throw new Error(`For input string: "${text}"`);
  }
  return value;
}
