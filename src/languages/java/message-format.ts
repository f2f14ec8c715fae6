/** A whole number formatted by Java's MessageFormat, with grouping commas. */
export function withCommas(value: number | bigint): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}
