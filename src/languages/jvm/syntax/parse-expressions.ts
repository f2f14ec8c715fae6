import { UnsupportedScript } from '../values.ts';
import { ValueParser } from './parse-values.ts';
import type { Expression, TypeName } from './script-tree.ts';
import { operatorWords, primitives } from './script-words.ts';

const noTypes = new Set(['this', 'super', 'null', 'true', 'false', 'new']);

/** Binary operators, lowest precedence first. */
const levels: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['=~', '==~'],
  ['==', '!=', '<=>', '===', '!=='],
  ['<', '<=', '>', '>=', 'in', 'instanceof', 'as', '!in', '!instanceof'],
  ['<<', '>>', '>>>', '..', '..<'],
  ['+', '-'],
  ['*', '/', '%'],
  ['**'],
];
const groovyOnly = new Set(['=~', '==~', '<=>', '===', '!==', 'in', 'as', '..', '..<', '**', '!in']);
const assignments = new Set([
  '=',
  '+=',
  '-=',
  '*=',
  '/=',
  '%=',
  '**=',
  '<<=',
  '>>=',
  '>>>=',
  '&=',
  '|=',
  '^=',
  '?=',
]);

/** Parses operators, assignments, casts, and members of a value. */
export abstract class ExpressionParser extends ValueParser {
  protected expression(): Expression {
    const target = this.#choice();
    const token = this.peek();
    if (token.kind !== 'sign' || !assignments.has(token.value) || (this.isGroovy && token.isOnNewLine)) {
      return target;
    }
    if (target.kind !== 'name' && target.kind !== 'property' && target.kind !== 'index') {
      throw new UnsupportedScript('an assignment to anything but a variable, property or item');
    }
    this.at += 1;
    return { kind: 'assign', operator: token.value, target, value: this.expression() };
  }

  #choice(): Expression {
    const condition = this.#binary(0);
    if (this.isGroovy && this.takeSign('?:')) {
      return { kind: 'elvis', value: condition, fallback: this.#choice() };
    }
    if (!this.takeSign('?')) {
      return condition;
    }
    const yes = this.#choice();
    this.expect(':');
    return { kind: 'choice', condition, yes, no: this.#choice() };
  }

  #binary(level: number): Expression {
    const operators = levels[level];
    if (!operators) {
      return this.#unary();
    }
    let left = this.#binary(level + 1);
    for (;;) {
      const operator = this.#operatorOf(operators);
      if (operator === undefined) {
        return left;
      }
      left = this.#withOperator(operator, left, level);
    }
  }

  #withOperator(operator: string, left: Expression, level: number): Expression {
    switch (operator) {
      case 'instanceof':
      case '!instanceof':
        return { kind: 'instanceof', value: left, type: this.type(), isNegated: operator.startsWith('!') };
      case 'as':
        return { kind: 'cast', type: this.type(), value: left, isCoercion: true };
      case '..':
      case '..<':
        return { kind: 'range', from: left, to: this.#binary(level + 1), isExclusive: operator === '..<' };
    }
    return { kind: 'binary', operator, left, right: this.#binary(level + 1) };
  }

  /** Consumes one of these operators. A line of Groovy does not continue with a plus or minus. */
  #operatorOf(operators: readonly string[]): string | undefined {
    const token = this.peek();
    if (token.kind !== 'sign' && token.kind !== 'word') {
      return undefined;
    }
    if (this.isGroovy && token.isOnNewLine && (token.kind === 'word' || /^[+-]$/.test(token.value))) {
      return undefined;
    }
    const next = this.tokens[this.at + 1];
    const isNegated =
      this.isGroovy &&
      token.value === '!' &&
      next?.kind === 'word' &&
      (next.value === 'in' || next.value === 'instanceof');
    const operator = isNegated ? `!${next.value as string}` : token.value;
    if (!operators.includes(operator) || (!this.isGroovy && groovyOnly.has(operator))) {
      return undefined;
    }
    this.at += isNegated ? 2 : 1;
    return operator;
  }

  #unary(): Expression {
    const token = this.peek();
    if (token.kind === 'sign') {
      if (token.value === '++' || token.value === '--') {
        this.at += 1;
        const target = this.#unary();
        if (this.isSignAt(this.at, '**')) {
          throw new UnsupportedScript(`${token.value} before **`);
        }
        return { kind: 'step', operator: token.value, isPrefix: true, target };
      }
      if (/^[+\-!~]$/.test(token.value)) {
        this.at += 1;
        const operand = /^[+-]$/.test(token.value) ? this.#power() : this.#unary();
        return { kind: 'unary', operator: token.value, operand };
      }
      const cast = token.value === '(' ? this.#tryCast() : undefined;
      if (cast) {
        return cast;
      }
    }
    return this.#postfix();
  }

  /** The operand of a sign: Groovy reads `-2 ** 2` as `-(2 ** 2)`. */
  #power(): Expression {
    let left = this.#unary();
    while (this.isGroovy && this.takeSign('**')) {
      left = { kind: 'binary', operator: '**', left, right: this.#unary() };
    }
    return left;
  }

  /** The operand of a cast, whose signs bind more strongly than `**`. */
  #castOperand(): Expression {
    const token = this.peek();
    if (token.kind === 'sign' && /^[+-]$/.test(token.value)) {
      this.at += 1;
      return { kind: 'unary', operator: token.value, operand: this.#castOperand() };
    }
    return this.#unary();
  }

  #tryCast(): Expression | undefined {
    const start = this.at;
    this.at += 1;
    const type = this.tryType();
    if (type && this.takeSign(')') && this.#isCastOperand(type)) {
      return { kind: 'cast', type, value: this.#castOperand(), isCoercion: false };
    }
    this.at = start;
    if (this.isGroovy) {
      this.#rejectCastByName();
    }
    return undefined;
  }

  /** Groovy parses `(a) - 1`, `(a)[0]` and `(a) in [1]` as casts to a class `a`, even where `a` is a variable. */
  #rejectCastByName(): void {
    let at = this.at + 1;
    const isWordAt = (index: number) => this.tokens[index]?.kind === 'word';
    const name = this.tokens[at];
    if (name?.kind !== 'word' || noTypes.has(name.value)) {
      return;
    }
    while (this.isSignAt(at + 1, '.') && isWordAt(at + 2)) {
      at += 2;
    }
    const [next, following] = [this.tokens[at + 2], this.tokens[at + 3]];
    if (!this.isSignAt(at + 1, ')') || next === undefined || next.isOnNewLine) {
      return;
    }
    const isNegated = following?.kind === 'word' && /^(?:in|instanceof)$/.test(following.value);
    const isCast =
      (next.kind === 'word' && next.value !== 'instanceof') ||
      (next.kind === 'sign' && (/^[+\-~[(]$/.test(next.value) || (next.value === '!' && !isNegated)));
    if (isCast) {
      throw new UnsupportedScript(`(${name.value}) before ${next.value}, which is a cast`);
    }
  }

  #isCastOperand(type: TypeName): boolean {
    const token = this.peek();
    if (token.kind === 'end' || token.isOnNewLine) {
      return false;
    }
    if (token.kind === 'word') {
      return !operatorWords.has(token.value);
    }
    if (token.kind !== 'sign') {
      return true;
    }
    const mayHaveSign = this.isGroovy || primitives.has(type.name);
    return /^[(!~[]$/.test(token.value) || (mayHaveSign && /^[+-]$/.test(token.value));
  }

  #postfix(): Expression {
    let expression = this.primary();
    for (;;) {
      const next = this.#continued(expression);
      if (next === undefined) {
        return expression;
      }
      expression = next;
    }
  }

  #continued(target: Expression): Expression | undefined {
    const token = this.peek();
    if (token.kind !== 'sign') {
      return undefined;
    }
    switch (token.value) {
      case '.':
      case '?.':
      case '*.':
        this.at += 1;
        return this.#member(target, token.value);
      case '.&':
      case '::':
        throw new UnsupportedScript(`the operator ${token.value}`);
    }
    if (this.isGroovy && token.isOnNewLine) {
      return undefined;
    }
    switch (token.value) {
      case '[': {
        this.at += 1;
        const index = this.isGroovy ? this.#indexes() : this.expression();
        this.expect(']');
        return { kind: 'index', target, index };
      }
      case '++':
      case '--':
        this.at += 1;
        return { kind: 'step', operator: token.value, isPrefix: false, target };
      case '(':
        if (this.isGroovy && target.kind !== 'literal') {
          const args = this.arguments();
          return { kind: 'call', target, name: 'call', args, isSafe: false, isSpread: false };
        }
        throw this.unexpected();
    }
    return undefined;
  }

  #indexes(): Expression {
    const first = this.expression();
    if (!this.isSign(',')) {
      return first;
    }
    const items = [first];
    while (this.takeSign(',')) {
      items.push(this.expression());
    }
    return { kind: 'list', items };
  }

  #member(target: Expression, sign: string): Expression {
    const isSafe = sign === '?.';
    const isSpread = sign === '*.';
    const token = this.peek();
    if ((isSafe || isSpread) && !this.isGroovy) {
      throw this.unexpected();
    }
    if (token.kind === 'literal' && typeof token.value === 'string' && this.isGroovy) {
      this.at += 1;
      return { kind: 'property', target, name: token.value, isSafe, isSpread };
    }
    if (token.kind !== 'word') {
      throw new UnsupportedScript(`${sign}${token.kind === 'sign' ? token.value : '…'}`);
    }
    this.at += 1;
    const name = token.value;
    const isCall = this.isSign('(') && !(this.isGroovy && this.peek().isOnNewLine);
    if (isCall) {
      return { kind: 'call', target, name, args: this.argumentsAndClosure(), isSafe, isSpread };
    }
    if (this.isClosureHere()) {
      return { kind: 'call', target, name, args: [this.closure()], isSafe, isSpread };
    }
    return { kind: 'property', target, name, isSafe, isSpread };
  }
}
