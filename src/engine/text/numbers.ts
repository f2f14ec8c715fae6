/** As JMeter reads a whole number from a property: what is none counts as 0. */
export function toLong(text: string): number {
  const trimmed = text.trim();
  return /^[+-]?\d+$/.test(trimmed) ? Number(trimmed) : 0;
}

/** Java's Long.parseLong, without its exception. */
export function parseLong(text: string): number | undefined {
  return /^[+-]?\d+$/.test(text) ? Number(text) : undefined;
}
