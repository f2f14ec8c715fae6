/** Java's Double.toString. */
export function javaDoubleText(value: number): string {
  if (Number.isNaN(value)) {
    return 'NaN';
  }
  if (!Number.isFinite(value)) {
    return value > 0 ? 'Infinity' : '-Infinity';
  }
  if (value === 0) {
    return Object.is(value, -0) ? '-0.0' : '0.0';
  }
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e7) {
    const text = String(value);
    return text.includes('.') ? text : `${text}.0`;
  }
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${Number(exponent)}`;
}

/** Java's Double.parseDouble for common notations; undefined where it would throw. */
export function parseJavaDouble(text: string): number | undefined {
  const trimmed = text.trim();
  const match = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[fFdD]?$/.exec(trimmed);
  if (match) {
    return Number(match[1]);
  }
  const named = /^([+-]?)(NaN|Infinity)$/.exec(trimmed);
  return named ? Number(`${named[2] === 'NaN' ? '' : named[1]}${named[2]}`) : undefined;
}
