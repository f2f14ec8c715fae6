/** As JMeter reads a whole number from a property: what is none counts as 0. */
export function toLong(text: string): number {
  const trimmed = text.trim();
  return /^[+-]?\d+$/.test(trimmed) ? Number(trimmed) : 0;
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
  return /^[+-]?\d{1,10}$/.test(text) && Math.abs(Number(text)) < 2 ** 31 ? Number(text) : undefined;
}

/** For functions: what Java throws ends the sample. */
export function requireWhole(text: string, bits: 32 | 64): bigint {
  const value = parseWhole(text, bits);
  if (value === undefined) {
    throw new Error(`java.lang.NumberFormatException: For input string: "${text}"`);
  }
  return value;
}
