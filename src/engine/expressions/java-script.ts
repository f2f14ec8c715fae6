import {
  BrokenExpression,
  type Expression,
  UnsupportedExpression,
} from '../../languages/expressions/expression.ts';
import { StopRequest, type User } from '../core.ts';
import { ExpressionCache } from './expression-cache.ts';
import { commonTextMethod } from './text-methods.ts';

/** JavaScript's own values, without any object. */
type Value = string | number | boolean | null | undefined;

/** Where Rhino would throw. */
class ScriptError extends Error {}

const cache = new ExpressionCache('javascript');

/** As text, as JMeter has it from Rhino; undefined where Rhino would throw. */
export function evaluateJavaScript(text: string, user: User): string | undefined {
  try {
    const expression = cache.parse(text);
    return String(expression ? evaluate(expression) : undefined);
  } catch (error) {
    if (error instanceof UnsupportedExpression) {
      const reason = `The expression ${text} has ${error.message}`;
      user.runner.refuse(reason);
      throw new StopRequest('test-now', reason);
    }
    if (error instanceof BrokenExpression || error instanceof ScriptError) {
      user.runner.log('error', `Error processing Javascript: [${text}] ${error.message}`);
      return undefined;
    }
    throw error;
  }
}

function evaluate(expression: Expression): Value {
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
      return call(expression.name, expression.args.map(evaluate));
  }
}

function named(name: string): Value {
  if (name === 'NaN' || name === 'Infinity') {
    return Number(name);
  }
  throw new ScriptError(`"${name}" is not defined.`);
}

function unary(operator: string, value: Value): Value {
  return operator === '!' ? !value : operator === '-' ? -Number(value) : Number(value);
}

function binary(expression: Extract<Expression, { kind: 'binary' }>): Value {
  const left = evaluate(expression.left);
  if (expression.operator === '&&') {
    return left ? evaluate(expression.right) : left;
  }
  if (expression.operator === '||') {
    return left ? left : evaluate(expression.right);
  }
  return compute(expression.operator, left, evaluate(expression.right));
}

function compute(operator: string, left: Value, right: Value): Value {
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

/** The `==` of JavaScript, for values that are no objects. */
function looselyEqual(left: Value, right: Value): boolean {
  if (left === null || left === undefined || right === null || right === undefined) {
    return (left ?? null) === (right ?? null);
  }
  return typeof left === typeof right ? left === right : Number(left) === Number(right);
}

function order(operator: string, left: Value, right: Value): boolean {
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

function textOf(value: Value): string {
  if (typeof value === 'string') {
    return value;
  }
  if (value === null || value === undefined) {
    throw new ScriptError('Cannot call method of null');
  }
  throw new UnsupportedExpression('a method of something that is no text');
}

function method({ target, name, args }: Extract<Expression, { kind: 'method' }>): Value {
  const values = args.map(evaluate);
  if (target.kind === 'name' && target.name === 'Math') {
    return math(name, values.map(Number));
  }
  const text = textOf(evaluate(target));
  const [first, second] = values;
  switch (name) {
    case 'charAt':
      return text.charAt(Number(first));
    case 'includes':
      return text.includes(String(first));
    case 'indexOf':
      return text.indexOf(String(first));
    case 'lastIndexOf':
      return text.lastIndexOf(String(first));
    case 'substr':
    case 'substring': {
      const end = second === undefined ? undefined : Number(second);
      return name === 'substr' ? sliceFrom(text, Number(first), end) : text.substring(Number(first), end);
    }
    case 'trim':
      return text.trim();
    default:
      return commonTextMethod(text, name, String(first)) as Value;
  }
}

/** JavaScript's old substr: a start, also from the end, and a length. */
function sliceFrom(text: string, start: number, length: number | undefined): string {
  const from = start < 0 ? Math.max(0, text.length + start) : start;
  return text.slice(from, length === undefined ? undefined : from + Math.max(0, length));
}

function math(name: string, values: readonly number[]): number {
  const [first = Number.NaN, second = Number.NaN] = values;
  switch (name) {
    case 'abs':
      return Math.abs(first);
    case 'ceil':
      return Math.ceil(first);
    case 'floor':
      return Math.floor(first);
    case 'max':
      return Math.max(...values);
    case 'min':
      return Math.min(...values);
    case 'pow':
      return first ** second;
    case 'random':
      return Math.random();
    default:
      return Math.round(first);
  }
}

function call(name: string, [first, second]: Value[]): Value {
  switch (name) {
    case 'Number':
      return Number(first);
    case 'String':
      return String(first);
    case 'isNaN':
      return Number.isNaN(Number(first));
    case 'parseFloat':
      return Number.parseFloat(String(first));
    default:
      return Number.parseInt(String(first), second === undefined ? undefined : Number(second));
  }
}
