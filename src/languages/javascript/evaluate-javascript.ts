import { type Expression, UnsupportedExpression } from '../expressions/expression.ts';
import { ExpressionCache } from '../expressions/expression-cache.ts';
import { lookUp } from '../expressions/known-method.ts';
import {
  javascriptFunctions,
  javascriptMethods,
  mathFunctions,
  type ScriptValue,
} from './javascript-methods.ts';

/** An error thrown by Rhino. */
export class ScriptError extends Error {}

const cache = new ExpressionCache('javascript');

/** The result as text. Throws UnsupportedExpression, and BrokenExpression or ScriptError where Rhino throws. */
export function evaluateJavaScript(text: string): string {
  const expression = cache.parse(text);
  return String(expression ? evaluate(expression) : undefined);
}

function evaluate(expression: Expression): ScriptValue {
  switch (expression.kind) {
    case 'text':
      return expression.value;
    case 'number':
      return Number(expression.value);
    case 'constant':
      return expression.value;
    case 'name':
      return named(expression.name);
    case 'unary':
      return unary(expression.operator, evaluate(expression.operand));
    case 'binary':
      return binary(expression);
    case 'choice':
      return evaluate(expression.condition)
        ? evaluate(expression.yes ?? expression.condition)
        : evaluate(expression.no);
    case 'property':
      return textOf(evaluate(expression.target)).length;
    case 'method':
      return method(expression);
    case 'call':
      return known(javascriptFunctions, expression.name)(...expression.args.map(evaluate));
  }
}

function named(name: string): ScriptValue {
  if (name === 'NaN' || name === 'Infinity') {
    return Number(name);
  }
  throw new ScriptError(`"${name}" is not defined.`);
}

function unary(operator: string, value: ScriptValue): ScriptValue {
  return operator === '!' ? !value : operator === '-' ? -Number(value) : Number(value);
}

function binary(expression: Extract<Expression, { kind: 'binary' }>): ScriptValue {
  const left = evaluate(expression.left);
  if (expression.operator === '&&') {
    return left ? evaluate(expression.right) : left;
  }
  if (expression.operator === '||') {
    return left ? left : evaluate(expression.right);
  }
  return compute(expression.operator, left, evaluate(expression.right));
}

function compute(operator: string, left: ScriptValue, right: ScriptValue): ScriptValue {
  switch (operator) {
    case '==':
    case '!=':
      return looselyEqual(left, right) === (operator === '==');
    case '===':
      return left === right;
    case '!==':
      return left !== right;
    case '+':
      return typeof left === 'string' || typeof right === 'string'
        ? `${left}${right}`
        : Number(left) + Number(right);
    case '-':
      return Number(left) - Number(right);
    case '*':
      return Number(left) * Number(right);
    case '/':
      return Number(left) / Number(right);
    case '%':
      return Number(left) % Number(right);
    default:
      return order(operator, left, right);
  }
}

/** JavaScript's `==` for primitive values. */
function looselyEqual(left: ScriptValue, right: ScriptValue): boolean {
  if (left === null || left === undefined || right === null || right === undefined) {
    return (left ?? null) === (right ?? null);
  }
  return typeof left === typeof right ? left === right : Number(left) === Number(right);
}

function order(operator: string, left: ScriptValue, right: ScriptValue): boolean {
  const areTexts = typeof left === 'string' && typeof right === 'string';
  const one = areTexts ? left : Number(left);
  const two = areTexts ? right : Number(right);
  switch (operator) {
    case '<':
      return one < two;
    case '>':
      return one > two;
    case '<=':
      return one <= two;
    default:
      return one >= two;
  }
}

function textOf(value: ScriptValue): string {
  if (typeof value === 'string') {
    return value;
  }
  if (value === null || value === undefined) {
    throw new ScriptError('Cannot call method of null');
  }
  throw new UnsupportedExpression('a method of a value that is not a string');
}

function method({ target, name, args }: Extract<Expression, { kind: 'method' }>): ScriptValue {
  const values = args.map(evaluate);
  if (target.kind === 'name' && target.name === 'Math') {
    return known(mathFunctions, name)(...values.map(Number));
  }
  return known(javascriptMethods, name).apply(textOf(evaluate(target)), values, name);
}

function known<Entry>(table: Readonly<Record<string, Entry>>, name: string): Entry {
  const entry = lookUp(table, name);
  if (!entry) {
    throw new UnsupportedExpression(`${name}(…)`);
  }
  return entry;
}
