/** A whole number as Java's MessageFormat writes it: with commas. */
export function withCommas(value: number | bigint): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
