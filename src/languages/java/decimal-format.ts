import { parseNumberFormat } from './number-format.ts';

/** Formats a whole number; an empty format returns it unchanged. */
export function formatWhole(value: number, format: string): string {
  const parsed = parseNumberFormat(format);
  if (!parsed) {
    return String(value);
  }
  const { before, digits, fraction, after } = parsed;
  const least = digits.replace(/[^0]/g, '').length;
  const padded = String(Math.abs(value)).padStart(least, '0');
  const comma = digits.lastIndexOf(',');
  const size = comma < 0 ? 0 : digits.length - comma - 1;
  const point = fraction === 0 ? '' : `.${'0'.repeat(fraction)}`;
  return `${value < 0 ? '-' : ''}${before}${size === 0 ? padded : grouped(padded, size)}${point}${after}`;
}

function grouped(digits: string, size: number): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= size) {
    groups.unshift(digits.slice(Math.max(0, end - size), end));
  }
  return groups.join(',');
}
