import { UnsupportedScript } from '../values.ts';
import { TypeParser } from './parse-types.ts';
import type { Token } from './script-tokens.ts';
import type { Expression, Parameter, Statement, TypeName } from './script-tree.ts';
import { operatorWords, primitives, statementWords } from './script-words.ts';

/** Parses expressions without operators: literals, names, lists, maps, closures, new objects, and arguments. */
export abstract class ValueParser extends TypeParser {
  protected abstract expression(): Expression;
  /** Parses a statement; empty ones are dropped. */
  protected abstract statements(): Statement[];
  /** Parses the tokens of a value in a text. */
  protected abstract expressionOf(tokens: readonly Token[]): Expression;

  protected primary(): Expression {
    const token = this.peek();
    switch (token.kind) {
      case 'literal':
        this.at += 1;
        return { kind: 'literal', value: token.value };
      case 'gstring':
        this.at += 1;
        return {
          kind: 'gstring',
          strings: token.strings,
          values: token.values.map((tokens) => this.#valueInText(tokens)),
        };
      case 'word':
        return this.#named(token.value);
      case 'sign':
        return this.#bracketed(token.value);
      case 'end':
        throw this.unexpected();
    }
  }

  #valueInText(tokens: readonly Token[]): Expression {
    if (tokens.length === 0) {
      return { kind: 'literal', value: null };
    }
    if (tokens[0]?.kind === 'sign' && tokens[0].value === '->') {
      throw new UnsupportedScript('${-> …} in a text');
    }
    const end: Token = { kind: 'end', value: 'the end of ${…}', isOnNewLine: true };
    return this.expressionOf([...tokens, end]);
  }

  #bracketed(sign: string): Expression {
    if (sign === '(') {
      return this.parenthesized();
    }
    if (sign === '[' && this.isGroovy) {
      return this.#listOrMap();
    }
    if (sign === '{' && this.isGroovy) {
      return this.closure();
    }
    throw this.unexpected();
  }

  protected parenthesized(): Expression {
    this.expect('(');
    const expression = this.expression();
    this.expect(')');
    return expression;
  }

  #listOrMap(): Expression {
    this.expect('[');
    if (this.takeSign(':')) {
      this.expect(']');
      return { kind: 'map', entries: [] };
    }
    const { items, entries } = this.#itemsAndEntries(']', 'a list spread in a list');
    if (items.length > 0 && entries.length > 0) {
      throw this.unexpected();
    }
    return entries.length > 0 ? { kind: 'map', entries } : { kind: 'list', items };
  }

  /** `spread` names the expression that is not supported here. */
  #itemsAndEntries(end: string, spread: string) {
    const items: Expression[] = [];
    const entries: [Expression, Expression][] = [];
    this.eachUntil(end, () => {
      if (this.isSign('*')) {
        throw new UnsupportedScript(spread);
      }
      const key = this.isGroovy ? this.#tryKey() : undefined;
      if (key) {
        entries.push([key, this.expression()]);
      } else {
        items.push(this.expression());
      }
    });
    return { items, entries };
  }

  /** The key of a map entry, including the colon. */
  #tryKey(): Expression | undefined {
    const token = this.peek();
    if (this.isSignAt(this.at + 1, ':')) {
      if (token.kind === 'word') {
        this.at += 2;
        return { kind: 'literal', value: token.value };
      }
      if (token.kind === 'literal' || token.kind === 'gstring') {
        const key = this.primary();
        this.at += 1;
        return key;
      }
    }
    if (!this.isSign('(') || !this.isSignAt(this.afterParentheses(this.at), ':')) {
      return undefined;
    }
    const key = this.parenthesized();
    this.expect(':');
    return key;
  }

  protected closure(): Expression {
    this.expect('{');
    const parameters = this.#closureParameters();
    return { kind: 'closure', parameters, body: this.#restOfBlock() };
  }

  protected block(): Statement[] {
    this.expect('{');
    return this.#restOfBlock();
  }

  #restOfBlock(): Statement[] {
    const body: Statement[] = [];
    while (!this.takeSign('}')) {
      if (this.peek().kind === 'end') {
        throw this.unexpected();
      }
      body.push(...this.statements());
    }
    return body;
  }

  #closureParameters(): Parameter[] | undefined {
    if (this.takeSign('->')) {
      return [];
    }
    for (let at = this.at; at < this.tokens.length; at++) {
      const token = this.tokens[at];
      if (this.isSignAt(at, '->')) {
        return this.parameters('->');
      }
      if (token?.kind !== 'word' && !(token?.kind === 'sign' && /^[,<>.[\]=]$/.test(token.value))) {
        return undefined;
      }
    }
    return undefined;
  }

  /** Up to `end`, which is consumed. */
  protected parameters(end: string): Parameter[] {
    const parameters: Parameter[] = [];
    this.eachUntil(end, () => {
      this.takeWord('final');
      let type: TypeName | undefined;
      if (!(this.isGroovy && this.takeWord('def')) && !this.#isNameOfParameter(end)) {
        type = this.type();
      }
      const name = this.word();
      const fallback = this.takeSign('=') ? this.expression() : undefined;
      parameters.push({ name, type, fallback });
    });
    return parameters;
  }

  #isNameOfParameter(end: string): boolean {
    return [end, ',', '='].some((sign) => this.isSignAt(this.at + 1, sign));
  }

  #named(name: string): Expression {
    this.at += 1;
    switch (name) {
      case 'true':
      case 'false':
        return { kind: 'literal', value: name === 'true' };
      case 'null':
        return { kind: 'literal', value: null };
      case 'new':
        return this.#new();
    }
    if (name.startsWith('$') && this.isSign('{')) {
      throw new UnsupportedScript('${…} outside of a text');
    }
    if (statementWords.has(name) || operatorWords.has(name)) {
      throw new UnsupportedScript(name);
    }
    const isPlainCall = this.isSign('(') && !(this.isGroovy && this.peek().isOnNewLine);
    if (isPlainCall) {
      const args = this.argumentsAndClosure();
      return { kind: 'call', target: undefined, name, args, isSafe: false, isSpread: false };
    }
    if (this.isClosureHere() && !primitives.has(name)) {
      return {
        kind: 'call',
        target: undefined,
        name,
        args: [this.closure()],
        isSafe: false,
        isSpread: false,
      };
    }
    return { kind: 'name', name };
  }

  protected arguments(): Expression[] {
    this.expect('(');
    const { items, entries } = this.#itemsAndEntries(')', 'a list spread over arguments');
    return entries.length > 0 ? [{ kind: 'map', entries }, ...items] : items;
  }

  protected argumentsAndClosure(): Expression[] {
    const args = this.arguments();
    if (this.isClosureHere()) {
      args.push(this.closure());
    }
    return args;
  }

  protected isClosureHere(): boolean {
    return this.isGroovy && this.isSign('{') && !this.peek().isOnNewLine;
  }

  #new(): Expression {
    let name = this.word();
    while (this.takeSign('.')) {
      name += `.${this.word()}`;
    }
    if (this.isSign('<') && !this.#skipGenericsOfNew()) {
      throw this.unexpected();
    }
    if (this.isSign('[')) {
      return this.#newArray(name);
    }
    const args = this.arguments();
    if (this.isSign('{') && !this.peek().isOnNewLine) {
      throw new UnsupportedScript(`a class made of ${name}`);
    }
    return { kind: 'new', type: { name, dimensions: 0 }, args };
  }

  #skipGenericsOfNew(): boolean {
    if (this.isSignAt(this.at + 1, '>')) {
      this.at += 2;
      return true;
    }
    return this.skipGenerics();
  }

  #newArray(name: string): Expression {
    const sizes: Expression[] = [];
    let dimensions = 0;
    while (this.takeSign('[')) {
      dimensions += 1;
      if (!this.isSign(']')) {
        sizes.push(this.expression());
      }
      this.expect(']');
    }
    const type = { name, dimensions };
    return { kind: 'array', type, sizes, items: sizes.length === 0 ? this.arrayItems() : undefined };
  }

  protected arrayItems(): Expression[] {
    this.expect('{');
    const items: Expression[] = [];
    this.eachUntil('}', () => items.push(this.expression()));
    return items;
  }
}
