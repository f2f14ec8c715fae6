import { type Expression, UnsupportedExpression } from '../expressions/expression.ts';
import { ExpressionCache } from '../expressions/expression-cache.ts';
import type { ExpressionScope } from '../expressions/expression-scope.ts';
import { lookUp } from '../expressions/known-method.ts';
import { matchesAll } from '../java-regex/simple-regex.ts';
import {
  add,
  compute,
  isEqual,
  isLess,
  JexlFailure,
  type JexlValue,
  negate,
  textOf,
  toBoolean,
} from './jexl-arithmetic.ts';
import { jexlMethods } from './jexl-methods.ts';

const cache = new ExpressionCache('jexl');

/**
 * The result as text, empty for null. Throws UnsupportedExpression, and BrokenExpression, JexlFailure or NumberFormatFailure
 * where JEXL fails.
 */
export function evaluateJexl(text: string, scope: ExpressionScope): string {
  const expression = cache.parse(text);
  const value = expression ? new Evaluation(scope).evaluate(expression) : null;
  return value === null ? '' : textOf(value);
}

class Evaluation {
  readonly #scope: ExpressionScope;

  constructor(scope: ExpressionScope) {
    this.#scope = scope;
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
      return this.#scope.threadName;
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

  /** Errors evaluate to null. */
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
        throw new UnsupportedExpression(`${target.name}.get of a value that is not a string`);
      }
      const values = target.name === 'vars' ? this.#scope.variables : this.#scope.properties;
      return values.get(key) ?? null;
    }
    const text = this.evaluate(target);
    if (text === null) {
      throw new JexlFailure(`.${name} of null`);
    }
    if (typeof text !== 'string') {
      throw new UnsupportedExpression(`.${name} of a value that is not a string`);
    }
    const method = lookUp(jexlMethods, name);
    if (!method) {
      throw new UnsupportedExpression(`.${name}(…)`);
    }
    return method.apply(
      text,
      args.map((each) => this.evaluate(each)),
      name,
    );
  }
}

function matching(operator: string, left: JexlValue, right: JexlValue): boolean {
  const isNegated = operator.startsWith('!');
  if (typeof left !== 'string' || typeof right !== 'string') {
    throw new UnsupportedExpression(`${operator} with a value that is not a string`);
  }
  if (operator.endsWith('~')) {
    return matchesAll(left, right) !== isNegated;
  }
  return (operator.endsWith('^') ? left.startsWith(right) : left.endsWith(right)) !== isNegated;
}
