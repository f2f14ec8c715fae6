import { type Expression, UnsupportedExpression } from '../expressions/expression.ts';
import { lookUp } from '../expressions/known-method.ts';
import { requireSimpleRegex } from '../java-regex/simple-regex.ts';
import { jexlMethods } from './jexl-methods.ts';

/** Throws UnsupportedExpression for unsupported literals: regular expressions, and arguments of other types. */
export function requireLiterals(expression: Expression): void {
  const pattern = patternOf(expression);
  if (pattern?.kind === 'text') {
    requireSimpleRegex(pattern.value);
  }
  if (expression.kind === 'method') {
    requireArguments(expression.name, expression.args);
  }
  operandsOf(expression).forEach(requireLiterals);
}

function requireArguments(name: string, args: readonly Expression[]): void {
  const type = lookUp(jexlMethods, name)?.takes;
  const refused = { texts: ['number', 'constant'], numbers: ['text', 'constant'] };
  if (type && args.some(({ kind }) => refused[type].includes(kind))) {
    throw new UnsupportedExpression(`.${name} with something other than ${type}`);
  }
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
