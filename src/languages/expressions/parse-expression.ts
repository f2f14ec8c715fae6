import { BrokenExpression, type Expression, type Language, UnsupportedExpression } from './expression.ts';
import { readTokens, type Token } from './read-tokens.ts';

const maxLength = 20_000;
const maxDepth = 100;

/** Operators, lowest precedence first; `isChained` as in `a + b + c`. JEXL allows only one comparison in a row. */
const levels: Record<Language, readonly { operators: readonly string[]; isChained: boolean }[]> = {
  jexl: [
    { operators: ['||'], isChained: true },
    { operators: ['&&'], isChained: true },
    { operators: ['==', '!='], isChained: false },
    { operators: ['<', '>', '<=', '>=', '=~', '!~', '=^', '!^', '=$', '!$'], isChained: false },
    { operators: ['+', '-'], isChained: true },
    { operators: ['*', '/', '%'], isChained: true },
  ],
  javascript: [
    { operators: ['||'], isChained: true },
    { operators: ['&&'], isChained: true },
    { operators: ['==', '!=', '===', '!=='], isChained: true },
    { operators: ['<', '>', '<=', '>='], isChained: true },
    { operators: ['+', '-'], isChained: true },
    { operators: ['*', '/', '%'], isChained: true },
  ],
};

/** JEXL's keyword operators. */
const operatorWords: Record<string, string> = {
  and: '&&',
  or: '||',
  not: '!',
  eq: '==',
  ne: '!=',
  lt: '<',
  gt: '>',
  le: '<=',
  ge: '>=',
  div: '/',
  mod: '%',
};

/** Keywords of statements and of expressions with side effects. */
const otherWords: Record<Language, ReadonlySet<string>> = {
  jexl: new Set('if else for while do new var return function break continue NaN'.split(' ')),
  javascript: new Set(
    'if else for while do new var return function break continue switch case default throw try catch finally with delete typeof instanceof in void this let const class yield export import super debugger enum'.split(
      ' ',
    ),
  ),
};

const constants = new Map<string, boolean | null | undefined>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** Returns undefined for an empty text. Throws BrokenExpression or UnsupportedExpression. */
export function parseExpression(text: string, language: Language): Expression | undefined {
  if (text.length > maxLength) {
    throw new UnsupportedExpression('an expression longer than 20,000 characters');
  }
  // In JavaScript a line break may end the statement.
  const hasLines = language === 'javascript' && /[\n\r\u2028\u2029]/.test(text);
  return new Parser(readTokens(text, language), language, hasLines).parse();
}

class Parser {
  readonly #tokens: readonly Token[];
  readonly #language: Language;
  readonly #hasLines: boolean;
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], language: Language, hasLines: boolean) {
    this.#language = language;
    this.#hasLines = hasLines;
    this.#tokens = tokens.map((token, index) => this.#plain(token, tokens[index - 1]));
  }

  /** Replaces keyword operators by their signs, except in member names. */
  #plain(token: Token, before: Token | undefined): Token {
    if (token.kind !== 'word' || (before?.kind === 'sign' && before.value === '.')) {
      return token;
    }
    if (otherWords[this.#language].has(token.value)) {
      throw new UnsupportedExpression(`${token.value} in an expression`);
    }
    const sign = this.#language === 'jexl' ? operatorWords[token.value] : undefined;
    return sign && Object.hasOwn(operatorWords, token.value) ? { kind: 'sign', value: sign } : token;
  }

  parse(): Expression | undefined {
    if (this.#peek().kind === 'end') {
      return undefined;
    }
    const expression = this.#expression();
    while (this.#take(';')) {
      // An empty statement after the only one.
    }
    if (this.#peek().kind !== 'end') {
      const last = this.#tokens[this.#at - 1];
      if (last?.kind === 'sign' && last.value === ';') {
        throw new UnsupportedExpression('several statements');
      }
      if (this.#hasLines) {
        throw new UnsupportedExpression('several lines');
      }
      throw new BrokenExpression('text after the end of the expression');
    }
    return expression;
  }

  #peek(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end' };
  }

  #take(sign: string): boolean {
    const next = this.#peek();
    if (next.kind === 'sign' && next.value === sign) {
      this.#at += 1;
      return true;
    }
    return false;
  }

  #expect(sign: string): void {
    if (!this.#take(sign)) {
      throw new BrokenExpression(`expected ${sign}`);
    }
  }

  #expression(): Expression {
    this.#depth += 1;
    if (this.#depth > maxDepth) {
      throw new UnsupportedExpression('an expression that is nested too deeply');
    }
    const condition = this.#binary(0);
    this.#depth -= 1;
    if (this.#take('?')) {
      const yes = this.#expression();
      this.#expect(':');
      return { kind: 'choice', condition, yes, no: this.#expression() };
    }
    if (this.#language === 'jexl' && this.#take('?:')) {
      return { kind: 'choice', condition, yes: undefined, no: this.#expression() };
    }
    return condition;
  }

  #binary(level: number): Expression {
    const rule = levels[this.#language][level];
    if (!rule) {
      return this.#unary();
    }
    let left = this.#binary(level + 1);
    for (;;) {
      const operator = rule.operators.find((each) => this.#take(each));
      if (operator === undefined) {
        return left;
      }
      left = { kind: 'binary', operator, left, right: this.#binary(level + 1) };
      if (!rule.isChained) {
        return left;
      }
    }
  }

  #unary(): Expression {
    for (const operator of ['-', '+', '!']) {
      if (this.#take(operator)) {
        return { kind: 'unary', operator, operand: this.#deeper(() => this.#unary()) };
      }
    }
    const next = this.#peek();
    if (
      this.#language === 'jexl' &&
      next.kind === 'word' &&
      (next.value === 'empty' || next.value === 'size')
    ) {
      this.#at += 1;
      return { kind: 'unary', operator: next.value, operand: this.#deeper(() => this.#unary()) };
    }
    return this.#members(this.#primary());
  }

  #deeper(parse: () => Expression): Expression {
    this.#depth += 1;
    if (this.#depth > maxDepth) {
      throw new UnsupportedExpression('an expression that is nested too deeply');
    }
    const expression = parse();
    this.#depth -= 1;
    return expression;
  }

  #members(target: Expression): Expression {
    let inner = target;
    while (this.#take('.')) {
      const next = this.#peek();
      if (next.kind !== 'word') {
        throw new BrokenExpression('expected a name after the dot');
      }
      this.#at += 1;
      inner = this.#take('(')
        ? { kind: 'method', target: inner, name: next.value, args: this.#arguments() }
        : { kind: 'property', target: inner, name: next.value };
    }
    if (this.#take('(')) {
      throw new UnsupportedExpression('the call of a value');
    }
    return inner;
  }

  #arguments(): Expression[] {
    const args: Expression[] = [];
    if (this.#take(')')) {
      return args;
    }
    do {
      args.push(this.#expression());
    } while (this.#take(','));
    this.#expect(')');
    return args;
  }

  #primary(): Expression {
    const next = this.#peek();
    this.#at += 1;
    switch (next.kind) {
      case 'text':
        return { kind: 'text', value: next.value };
      case 'number':
        return { kind: 'number', value: next.value };
      case 'word':
        return this.#word(next.value);
      case 'sign':
        if (next.value === '(') {
          const inner = this.#expression();
          this.#expect(')');
          return inner;
        }
        if (this.#language === 'javascript' && next.value === '/') {
          throw new UnsupportedExpression('a regular expression');
        }
        throw new BrokenExpression(`unexpected ${next.value}`);
      default:
        throw new BrokenExpression('an incomplete expression');
    }
  }

  #word(word: string): Expression {
    if (constants.has(word)) {
      return { kind: 'constant', value: constants.get(word) };
    }
    if (this.#language === 'javascript' && word === 'undefined') {
      return { kind: 'constant', value: undefined };
    }
    if (this.#take('(')) {
      return { kind: 'call', name: word, args: this.#arguments() };
    }
    return { kind: 'name', name: word };
  }
}
