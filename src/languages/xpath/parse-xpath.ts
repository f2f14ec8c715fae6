import {
  type Arithmetic,
  type Axis,
  axes,
  comparisons,
  type NodeTest,
  type XPathExpression,
  type XPathStep,
} from './xpath-expression.ts';
import { xpathFunctions } from './xpath-functions.ts';
import { XPathRefusal, type XPathToken, xpathTokens } from './xpath-tokens.ts';

const anyNode: XPathStep = { axis: 'descendant-or-self', test: { kind: 'node' }, predicates: [] };

/** Parses an XPath 1.0 expression. Throws XPathRefusal for invalid and unproven ones. */
export function parseXPath(written: string): XPathExpression {
  const parser = new Parser(written);
  const expression = parser.expression();
  parser.requireEnd();
  return expression;
}

/** Whether an expression returns nodes, which follows from its syntax. */
function givesNodes(expression: XPathExpression): boolean {
  return expression.kind === 'path' || expression.kind === 'union' || expression.kind === 'filter';
}

/** Lowest precedence first. */
const levels: readonly (readonly string[])[] = [
  ['or'],
  ['and'],
  ['=', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['×', 'div', 'mod'],
];

class Parser {
  readonly #written: string;
  readonly #tokens: XPathToken[];
  #at = 0;

  constructor(written: string) {
    this.#written = written;
    this.#tokens = xpathTokens(written);
  }

  requireEnd(): void {
    if (this.#at < this.#tokens.length) {
      this.#refuse('more than one expression');
    }
  }

  expression(level = 0): XPathExpression {
    const operators = levels[level];
    if (!operators) {
      return this.#unary();
    }
    let left = this.expression(level + 1);
    for (let sign = this.#sign(); operators.includes(sign); sign = this.#sign()) {
      this.#at += 1;
      left = binary(sign, left, this.expression(level + 1));
    }
    return left;
  }

  #unary(): XPathExpression {
    if (this.#take('-')) {
      // Xalan accepts one sign only.
      return { kind: 'negation', value: this.#sign() === '-' ? this.#refuse('two signs') : this.#unary() };
    }
    let left = this.#path();
    while (this.#take('|')) {
      const right = this.#path();
      if (!givesNodes(left) || !givesNodes(right)) {
        this.#refuse('a union of values other than nodes');
      }
      left = { kind: 'union', left, right };
    }
    return left;
  }

  #path(): XPathExpression {
    if (!this.#isPrimary()) {
      return this.#locationPath();
    }
    let base = this.#primary();
    const predicates = this.#predicates();
    if (predicates.length > 0) {
      this.#requireNodes(base);
      base = { kind: 'filter', base, predicates };
    }
    const sign = this.#sign();
    if (sign !== '/' && sign !== '//') {
      return base;
    }
    this.#requireNodes(base);
    return { kind: 'path', base, steps: this.#moreSteps() };
  }

  #locationPath(): XPathExpression {
    const sign = this.#sign();
    if (sign === '//') {
      return { kind: 'path', base: 'root', steps: this.#moreSteps() };
    }
    if (sign === '/') {
      this.#at += 1;
      return { kind: 'path', base: 'root', steps: this.#isStep() ? this.#steps() : [] };
    }
    return { kind: 'path', base: undefined, steps: this.#steps() };
  }

  #steps(): XPathStep[] {
    return [this.#step(), ...this.#moreSteps()];
  }

  #moreSteps(): XPathStep[] {
    const steps: XPathStep[] = [];
    for (let sign = this.#sign(); sign === '/' || sign === '//'; sign = this.#sign()) {
      this.#at += 1;
      steps.push(...(sign === '//' ? [anyNode] : []), this.#step());
    }
    return steps;
  }

  #step(): XPathStep {
    if (this.#take('.')) {
      return { axis: 'self', test: { kind: 'node' }, predicates: [] };
    }
    if (this.#take('..')) {
      return { axis: 'parent', test: { kind: 'node' }, predicates: [] };
    }
    const axis = this.#axis();
    return { axis, test: this.#nodeTest(), predicates: this.#predicates() };
  }

  #axis(): Axis {
    if (this.#take('@')) {
      return 'attribute';
    }
    const token = this.#tokens[this.#at];
    if (token?.kind !== 'name' || token.next !== '::') {
      return 'child';
    }
    const axis = axes.find((name) => name === token.local && token.prefix === undefined);
    this.#at += 2;
    return axis ?? this.#refuse(`the axis ${token.local}`);
  }

  #nodeTest(): NodeTest {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    if (token?.kind !== 'name') {
      return this.#refuse('a missing name');
    }
    if (token.next !== '(') {
      return { kind: 'name', prefix: token.prefix, local: token.local };
    }
    this.#at += 1;
    const test = this.#typeTest(token.local);
    return this.#take(')') ? test : this.#refuse('an unclosed bracket');
  }

  #typeTest(name: string): NodeTest {
    if (name === 'node' || name === 'text' || name === 'comment') {
      return { kind: name };
    }
    if (name !== 'processing-instruction') {
      return this.#refuse(`the step ${name}()`);
    }
    const target = this.#tokens[this.#at];
    if (target?.kind !== 'literal') {
      return { kind: name, target: undefined };
    }
    this.#at += 1;
    return { kind: name, target: target.value };
  }

  #predicates(): XPathExpression[] {
    const predicates: XPathExpression[] = [];
    while (this.#take('[')) {
      predicates.push(this.expression());
      if (!this.#take(']')) {
        this.#refuse('an unclosed bracket');
      }
    }
    return predicates;
  }

  #primary(): XPathExpression {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    if (token?.kind === 'number' || token?.kind === 'literal') {
      return token;
    }
    if (token?.kind === 'name') {
      this.#at += 1;
      return this.#call(token.prefix === undefined ? token.local : `${token.prefix}:${token.local}`);
    }
    const inner = this.expression();
    return this.#take(')') ? inner : this.#refuse('an unclosed bracket');
  }

  #call(name: string): XPathExpression {
    const args: XPathExpression[] = [];
    if (!this.#take(')')) {
      do {
        args.push(this.expression());
      } while (this.#take(','));
      if (!this.#take(')')) {
        this.#refuse('an unclosed bracket');
      }
    }
    const known = Object.hasOwn(xpathFunctions, name) ? xpathFunctions[name] : undefined;
    if (!known || args.length < known.args[0] || args.length > known.args[1]) {
      this.#refuse(`${name}() with ${args.length} arguments`);
    }
    if (known?.isOfNodes && args[0]) {
      this.#requireNodes(args[0]);
    }
    return { kind: 'call', name, args };
  }

  #isPrimary(): boolean {
    const token = this.#tokens[this.#at];
    if (token?.kind === 'name') {
      const isType = ['node', 'text', 'comment', 'processing-instruction'].includes(token.local);
      return token.next === '(' && !isType;
    }
    return token !== undefined && (token.kind !== 'sign' || token.text === '(');
  }

  #isStep(): boolean {
    const token = this.#tokens[this.#at];
    return token?.kind === 'name' || (token?.kind === 'sign' && ['.', '..', '@'].includes(token.text));
  }

  #sign(): string {
    const token = this.#tokens[this.#at];
    return token?.kind === 'sign' ? token.text : '';
  }

  #take(sign: string): boolean {
    const isThere = this.#sign() === sign;
    this.#at += isThere ? 1 : 0;
    return isThere;
  }

  #requireNodes(expression: XPathExpression): void {
    if (!givesNodes(expression)) {
      this.#refuse('another value where nodes are required');
    }
  }

  #refuse(what: string): never {
    throw new XPathRefusal(`${what} in the XPath ${this.#written}`);
  }
}

function binary(sign: string, left: XPathExpression, right: XPathExpression): XPathExpression {
  if (sign === 'and' || sign === 'or') {
    return { kind: sign, left, right };
  }
  const comparison = comparisons.find((each) => each === sign);
  return comparison
    ? { kind: 'comparison', operator: comparison, left, right }
    : { kind: 'arithmetic', operator: sign as Arithmetic, left, right };
}
