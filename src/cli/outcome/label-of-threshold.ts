/** The label of a threshold such as `label("Checkout").p99 > 2s`; null for thresholds of the whole run. */
export function labelOfThreshold(expression: string): string | null {
  const found = /^\s*label\s*\(\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*\)/i.exec(expression);
  return found?.[1] === undefined ? null : found[1].slice(1, -1).replace(/\\(.)/g, '$1');
}
