import { UnsupportedExpression } from '../expressions/expression.ts';
import { lookUp } from '../expressions/known-method.ts';
import { type BeanShellScope, beanShellCalls } from './bean-shell-calls.ts';
import type { BeanShellExpression } from './bean-shell-expression.ts';
import { beanShellMethods } from './bean-shell-methods.ts';
import {
  BeanShellFailure,
  type BeanShellValue,
  compute,
  isSame,
  textOf,
  toBoolean,
  toNumber,
  unary,
} from './bean-shell-values.ts';

/** The result as text, empty for null. Throws UnsupportedExpression, and BeanShellFailure where BeanShell fails. */
export function evaluateBeanShell(
  expression: BeanShellExpression | undefined,
  scope: BeanShellScope,
): string {
  const value =
    expression === undefined || expression.kind === 'void'
      ? null
      : new Evaluation(scope).evaluate(expression);
  return value === null ? '' : textOf(value);
}

class Evaluation {
  readonly #scope: BeanShellScope;

  constructor(scope: BeanShellScope) {
    this.#scope = scope;
  }

  evaluate(expression: BeanShellExpression): BeanShellValue {
    switch (expression.kind) {
      case 'value':
        return expression.value;
      case 'void':
        throw new BeanShellFailure(`${expression.name} is not set`);
      case 'unary':
        return unary(expression.operator, this.evaluate(expression.operand));
      case 'binary':
        return this.#binary(expression);
      case 'choice':
        return this.evaluate(toBoolean(this.evaluate(expression.condition)) ? expression.yes : expression.no);
      case 'call':
        return this.#call(expression.name, this.#all(expression.args));
      case 'method':
        return this.#method(this.evaluate(expression.target), expression.name, this.#all(expression.args));
    }
  }

  #all(expressions: readonly BeanShellExpression[]): BeanShellValue[] {
    return expressions.map((each) => this.evaluate(each));
  }

  #binary({ operator, left, right }: Extract<BeanShellExpression, { kind: 'binary' }>): BeanShellValue {
    const one = this.evaluate(left);
    if (operator === '&&') {
      return toBoolean(one) && toBoolean(this.evaluate(right));
    }
    if (operator === '||') {
      return toBoolean(one) || toBoolean(this.evaluate(right));
    }
    const two = this.evaluate(right);
    if (operator === '+' && (typeof one === 'string' || typeof two === 'string')) {
      return textOf(one) + textOf(two);
    }
    if (operator === '==' || operator === '!=') {
      return isSame(one, two) === (operator === '==');
    }
    return compute(operator, toNumber(one), toNumber(two));
  }

  #call(name: string, args: readonly BeanShellValue[]): BeanShellValue {
    const known = lookUp(beanShellCalls, name);
    if (!known) {
      throw new UnsupportedExpression(`${name}(…)`);
    }
    return known.call(args, this.#scope);
  }

  #method(target: BeanShellValue, name: string, args: readonly BeanShellValue[]): BeanShellValue {
    if (target === null) {
      throw new BeanShellFailure(`.${name} of null`);
    }
    const method = lookUp(beanShellMethods, name);
    if (typeof target !== 'string' || !method) {
      throw new UnsupportedExpression(`.${name} of a value that is not a string`);
    }
    return method.apply(target, args, name);
  }
}
