/**
 * Converts expressions of Gatling before 3.11, `${name}`, to the current `#{name}`; current versions send the old
 * ones as plain text. `$${name}` was the old escape for such plain text.
 */
export function modernizeExpressions(text: string): string {
  return text.replaceAll(/(\$?)\$\{([^{}]*)\}/g, (_whole, isEscaped: string, expression: string) =>
    isEscaped ? `\${${expression}}` : `#{${expression}}`,
  );
}
