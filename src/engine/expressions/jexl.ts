import {
  BrokenExpression,
  type Expression,
  UnsupportedExpression,
} from '../../languages/expressions/expression.ts';
import { StopRequest, type User, type World } from '../core.ts';
import { javaTrim } from '../text/java-text.ts';
import { ExpressionCache } from './expression-cache.ts';
import {
  add,
  compute,
  isEqual,
  isLess,
  JexlFailure,
  type JexlValue,
  NumberFormatFailure,
  negate,
  textOf,
  toBoolean,
} from './jexl-arithmetic.ts';
import { matchesAll } from './simple-regex.ts';
import { commonTextMethod } from './text-methods.ts';

const cache = new ExpressionCache('jexl');

/** As text, as JMeter has it from JEXL, which gives nothing for most mistakes; undefined where it would throw. */
export function evaluateJexl(text: string, user: User, world: World): string | undefined {
  try {
    const expression = cache.parse(text);
    const value = expression ? new Evaluation(user, world).evaluate(expression) : null;
    return value === null ? '' : textOf(value);
  } catch (error) {
    if (error instanceof UnsupportedExpression) {
      const reason = `The expression ${text} has ${error.message}`;
      user.runner.refuse(reason);
      throw new StopRequest('test-now', reason);
    }
    if (error instanceof JexlFailure) {
      user.runner.log('warn', `${text}: ${error.message}`);
      return '';
    }
    if (error instanceof BrokenExpression || error instanceof NumberFormatFailure) {
      const what = `An error occurred while evaluating the expression "${text}"`;
      user.runner.log('error', `${what}: ${error.message}`);
      return undefined;
    }
    throw error;
  }
}

class Evaluation {
  readonly #user: User;
  readonly #world: World;

  constructor(user: User, world: World) {
    this.#user = user;
    this.#world = world;
  }

  evaluate(expression: Expression): JexlValue {
    switch (expression.kind) {
      case 'text':
      case 'number':
        return expression.value;
      case 'constant':
        return expression.value ?? null;
      case 'name':
        return this.#named(expression.name);
      case 'unary':
        return this.#unary(expression.operator, expression.operand);
      case 'binary':
        return this.#binary(expression);
      case 'choice':
        return this.#choose(expression);
      case 'method':
        return this.#method(expression);
      default:
        throw new UnsupportedExpression(`.${expression.name}`);
    }
  }

  #named(name: string): JexlValue {
    if (name === 'threadName') {
      return this.#user.name;
    }
    throw new JexlFailure(`undefined variable ${name}`);
  }

  #unary(operator: string, operand: Expression): JexlValue {
    if (operator === 'empty' || operator === 'size') {
      return this.#measure(operator === 'empty', operand);
    }
    const value = this.evaluate(operand);
    if (operator === '!') {
      return !toBoolean(value);
    }
    if (operator === '-') {
      return negate(value);
    }
    if (value === null || typeof value === 'string') {
      throw new JexlFailure('+ error');
    }
    return value;
  }

  /** Mistakes count as nothing. */
  #measure(isEmpty: boolean, operand: Expression): JexlValue {
    let value: JexlValue = null;
    try {
      value = this.evaluate(operand);
    } catch (error) {
      if (!(error instanceof JexlFailure)) {
        throw error;
      }
    }
    if (!isEmpty) {
      return typeof value === 'string' ? BigInt(value.length) : 0n;
    }
    // A number is empty when it is 0.
    return typeof value === 'number' || typeof value === 'bigint'
      ? Number(value) === 0 || Number.isNaN(value)
      : value === null || value === '';
  }

  #binary({ operator, left, right }: Extract<Expression, { kind: 'binary' }>): JexlValue {
    const one = this.evaluate(left);
    if (operator === '&&') {
      return toBoolean(one) && toBoolean(this.evaluate(right));
    }
    if (operator === '||') {
      return toBoolean(one) || toBoolean(this.evaluate(right));
    }
    const two = this.evaluate(right);
    switch (operator) {
      case '==':
        return isEqual(one, two);
      case '!=':
        return !isEqual(one, two);
      case '<':
        return isLess(one, two, false);
      case '>':
        return isLess(two, one, false);
      case '<=':
        return isLess(one, two, true);
      case '>=':
        return isLess(two, one, true);
      case '+':
        return add(one, two);
      case '-':
      case '*':
      case '/':
      case '%':
        return compute(operator, one, two);
      default:
        return matching(operator, one, two);
    }
  }

  #choose({ condition, yes, no }: Extract<Expression, { kind: 'choice' }>): JexlValue {
    let value: JexlValue;
    try {
      value = this.evaluate(condition);
    } catch (error) {
      if (!(error instanceof JexlFailure && error.isNullOperand)) {
        throw error;
      }
      value = null;
    }
    if (value !== null && toBoolean(value)) {
      return yes ? this.evaluate(yes) : value;
    }
    return this.evaluate(no);
  }

  #method({ target, name, args }: Extract<Expression, { kind: 'method' }>): JexlValue {
    if (target.kind === 'name' && (target.name === 'vars' || target.name === 'props')) {
      const [key] = args.map((each) => this.evaluate(each));
      if (typeof key !== 'string') {
        throw new UnsupportedExpression(`${target.name}.get of something that is no text`);
      }
      const values = target.name === 'vars' ? this.#user.variables : this.#world.properties;
      return values.get(key) ?? null;
    }
    const text = this.evaluate(target);
    if (text === null) {
      throw new JexlFailure(`.${name} of null`);
    }
    if (typeof text !== 'string') {
      throw new UnsupportedExpression(`.${name} of something that is no text`);
    }
    return textMethod(
      text,
      name,
      args.map((each) => this.evaluate(each)),
    );
  }
}

function matching(operator: string, left: JexlValue, right: JexlValue): boolean {
  const isNegated = operator.startsWith('!');
  if (typeof left !== 'string' || typeof right !== 'string') {
    throw new UnsupportedExpression(`${operator} with something that is no text`);
  }
  if (operator.endsWith('~')) {
    return matchesAll(left, right) !== isNegated;
  }
  return (operator.endsWith('^') ? left.startsWith(right) : left.endsWith(right)) !== isNegated;
}

function textMethod(text: string, name: string, args: readonly JexlValue[]): JexlValue {
  const [first, second] = args;
  if (name === 'equals' && typeof first !== 'string') {
    return false;
  }
  const whole = (value: JexlValue | undefined) => (typeof value === 'bigint' ? Number(value) : undefined);
  const from = whole(first);
  if (name === 'substring' && from !== undefined) {
    const to = args.length > 1 ? whole(second) : text.length;
    if (to === undefined || from < 0 || to > text.length || from > to) {
      throw to === undefined
        ? new UnsupportedExpression('.substring of something that is no number')
        : new JexlFailure('substring out of bounds');
    }
    return text.slice(from, to);
  }
  if (args.some((arg) => typeof arg !== 'string') || name === 'substring' || name === 'charAt') {
    throw new UnsupportedExpression(`.${name} with something that is no text`);
  }
  const other = String(first);
  switch (name) {
    case 'compareTo':
      return BigInt(compareTexts(text, other));
    case 'contains':
      return text.includes(other);
    case 'indexOf':
      return BigInt(text.indexOf(other));
    case 'isEmpty':
      return text === '';
    case 'lastIndexOf':
      return BigInt(text.lastIndexOf(other));
    case 'length':
      return BigInt(text.length);
    case 'matches':
      return matchesAll(text, other);
    case 'replace':
      return text.replaceAll(other, () => String(second));
    case 'trim':
      return javaTrim(text);
    default:
      return commonTextMethod(text, name, other) as JexlValue;
  }
}

/** Java's String.compareTo: the difference of the first units that differ, or of the lengths. */
function compareTexts(left: string, right: string): number {
  for (let at = 0; at < left.length && at < right.length; at++) {
    if (left.charCodeAt(at) !== right.charCodeAt(at)) {
      return left.charCodeAt(at) - right.charCodeAt(at);
    }
  }
  return left.length - right.length;
}
