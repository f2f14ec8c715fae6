/** The label that a threshold such as `label("Checkout").p99 > 2s` is about; null for those on the whole run. */
export function labelOfThreshold(expression: string): string | null {
  const found = /^\s*label\s*\(\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*\)/i.exec(expression);
  return found?.[1] === undefined ? null : found[1].slice(1, -1).replace(/\\(.)/g, '$1');
}
