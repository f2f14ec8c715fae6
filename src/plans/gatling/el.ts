/**
 * Turns the expressions of Gatling before 3.11, `${name}`, into those of today, `#{name}`; today the old ones are plain
 * text, which is sent as it stands. `$${name}` was the old way to write such plain text.
 */
export function modernizeExpressions(text: string): string {
  return text.replaceAll(/(\$?)\$\{([^{}]*)\}/g, (_whole, isEscaped: string, expression: string) =>
    isEscaped ? `\${${expression}}` : `#{${expression}}`,
  );
}
