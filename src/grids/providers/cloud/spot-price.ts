/** Decimal cents as US dollars. Exact, because it moves the point in the text. */
export function dollarsOfCents(cents: string): string {
  const [whole = '0', fraction = ''] = cents.trim().split('.');
  const digits = whole.padStart(3, '0');
  const dollars = digits.slice(0, -2).replace(/^0+(?=\d)/, '');
  return `${dollars}.${digits.slice(-2)}${fraction}`.replace(/\.?0+$/, '');
}
