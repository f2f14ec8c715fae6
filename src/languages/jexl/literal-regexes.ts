import type { Expression } from '../expressions/expression.ts';
import { requireSimpleRegex } from '../java-regex/simple-regex.ts';

/** Throws UnsupportedExpression for a regular expression in quotes that the engine does not evaluate. */
export function requireSimpleRegexes(expression: Expression): void {
  const pattern = patternOf(expression);
  if (pattern?.kind === 'text') {
    requireSimpleRegex(pattern.value);
  }
  operandsOf(expression).forEach(requireSimpleRegexes);
}

function patternOf(expression: Expression): Expression | undefined {
  switch (expression.kind) {
    case 'binary':
      return expression.operator.endsWith('~') ? expression.right : undefined;
    case 'method':
      return expression.name === 'matches' ? expression.args[0] : undefined;
    default:
      return undefined;
  }
}

function operandsOf(expression: Expression): Expression[] {
  switch (expression.kind) {
    case 'unary':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'choice':
      return [expression.condition, ...(expression.yes ? [expression.yes] : []), expression.no];
    case 'property':
      return [expression.target];
    case 'method':
      return [expression.target, ...expression.args];
    case 'call':
      return expression.args;
    default:
      return [];
  }
}
