import { UnsupportedScript } from '../values.ts';
import { DeclarationParser } from './parse-declarations.ts';
import { type Dialect, readScript, type Token } from './script-tokens.ts';
import type { Expression, Import, MethodDefinition, Script, Statement, TypeName } from './script-tree.ts';
import { operatorWords, statementWords } from './script-words.ts';

/** Parses a Groovy or BeanShell script. Throws UnsupportedScript, also for invalid scripts. */
export function parseScript(source: string, dialect: Dialect): Script {
  return new ScriptParser(readScript(source, dialect), dialect).parse();
}

class ScriptParser extends DeclarationParser {
  readonly #imports: Import[] = [];
  readonly #methods: MethodDefinition[] = [];

  parse(): Script {
    const body: Statement[] = [];
    while (this.peek().kind !== 'end') {
      body.push(...this.#topStatement(body.length === 0));
    }
    return { imports: this.#imports, methods: this.#methods, body };
  }

  protected expressionOf(tokens: readonly Token[]): Expression {
    const parser = new ScriptParser(tokens, this.dialect);
    const expression = parser.expression();
    if (parser.peek().kind !== 'end') {
      throw parser.unexpected();
    }
    return expression;
  }

  #topStatement(isFirst: boolean): Statement[] {
    if (this.takeWord('import')) {
      this.#import();
      return [];
    }
    const method = this.tryMethod();
    if (method) {
      if (!this.isGroovy && !isFirst) {
        throw new UnsupportedScript(`the method ${method.name} after other statements`);
      }
      this.#methods.push(method);
      return [];
    }
    return this.statements();
  }

  #import(): void {
    if (this.isWord('static')) {
      throw new UnsupportedScript('import static');
    }
    let path = this.word();
    while (this.isSign('.')) {
      this.at += 1;
      path += `.${this.takeSign('*') ? '*' : this.word()}`;
    }
    const alias = this.takeWord('as') ? this.word() : undefined;
    this.#imports.push({ path, alias });
    this.endStatement();
  }

  /** Parses statements and drops empty ones. */
  protected statements(): Statement[] {
    if (this.takeSign(';')) {
      return [];
    }
    return [this.#statement()];
  }

  #statement(): Statement {
    const token = this.peek();
    if (token.kind === 'word') {
      const compound = this.#compound(token.value);
      if (compound) {
        return compound;
      }
    }
    if (this.isSign('{')) {
      if (this.isGroovy) {
        throw new UnsupportedScript('a block or closure at the beginning of a statement');
      }
      return { kind: 'block', body: this.block() };
    }
    if (this.isSign('@')) {
      throw new UnsupportedScript('an annotation');
    }
    const declaration = this.tryDeclaration();
    const statement = declaration ?? { kind: 'expression', expression: this.#statementExpression() };
    this.endStatement();
    return statement;
  }

  #compound(word: string): Statement | undefined {
    if (!statementWords.has(word)) {
      return undefined;
    }
    this.at += 1;
    switch (word) {
      case 'if':
        return this.#if();
      case 'for':
        return this.#for();
      case 'while': {
        const condition = this.parenthesized();
        return { kind: 'while', condition, body: this.#branch(), isChecked: 'before' };
      }
      case 'do': {
        const body = this.#branch();
        this.expectWord('while');
        const condition = this.parenthesized();
        this.endStatement();
        return { kind: 'while', condition, body, isChecked: 'after' };
      }
      case 'switch':
        return this.#switch();
      case 'try':
        return this.#try();
      case 'throw': {
        const value = this.expression();
        this.endStatement();
        return { kind: 'throw', value };
      }
      case 'return': {
        const isEmpty = this.isAtEnd();
        const value = isEmpty ? undefined : this.expression();
        this.endStatement();
        return { kind: 'return', value };
      }
      case 'break':
      case 'continue':
        if (!this.isAtEnd()) {
          throw new UnsupportedScript(`${word} with a label`);
        }
        this.endStatement();
        return { kind: word };
    }
    throw new UnsupportedScript(word);
  }

  #if(): Statement {
    const condition = this.parenthesized();
    const yes = this.#branch();
    const before = this.at;
    this.takeSign(';');
    if (this.takeWord('else')) {
      return { kind: 'if', condition, yes, no: this.#branch() };
    }
    this.at = before;
    return { kind: 'if', condition, yes, no: undefined };
  }

  /** The body of a branch or loop. */
  #branch(): Statement {
    if (this.isSign('{')) {
      return { kind: 'block', body: this.block() };
    }
    if (this.takeSign(';')) {
      return { kind: 'block', body: [] };
    }
    return this.#statement();
  }

  #for(): Statement {
    this.expect('(');
    const start = this.at;
    const each = this.#tryForEach();
    if (each) {
      return each;
    }
    this.at = start;
    const first = this.isSign(';') ? [] : this.#forStart();
    this.expect(';');
    const condition = this.isSign(';') ? undefined : this.expression();
    this.expect(';');
    const update: Expression[] = [];
    this.eachUntil(')', () => update.push(this.expression()));
    return { kind: 'for', start: first, condition, update, body: this.#branch() };
  }

  #forStart(): Statement[] {
    const declaration = this.tryDeclaration();
    if (declaration) {
      return [declaration];
    }
    const start: Statement[] = [];
    do {
      start.push({ kind: 'expression', expression: this.expression() });
    } while (this.takeSign(','));
    return start;
  }

  #tryForEach(): Statement | undefined {
    this.takeWord('final');
    let type: TypeName | undefined;
    if (this.takeWord('def') || (this.isGroovy && this.takeWord('var'))) {
      type = undefined;
    } else if (!this.#isForEachAt(this.at)) {
      type = this.tryType();
    }
    if (!this.#isForEachAt(this.at)) {
      return undefined;
    }
    const name = this.word();
    this.at += 1;
    const items = this.expression();
    this.expect(')');
    return { kind: 'for-each', name, type, items, body: this.#branch() };
  }

  #isForEachAt(at: number): boolean {
    const isWord = this.tokens[at]?.kind === 'word';
    return isWord && (this.isSignAt(at + 1, ':') || (this.isGroovy && this.isWordAt(at + 1, 'in')));
  }

  #switch(): Statement {
    const value = this.parenthesized();
    this.expect('{');
    const cases: { value: Expression | undefined; body: Statement[] }[] = [];
    while (!this.takeSign('}')) {
      let tested: Expression | undefined;
      if (!this.takeWord('default')) {
        this.expectWord('case');
        tested = this.expression();
      }
      this.expect(':');
      const body: Statement[] = [];
      while (!this.isWord('case') && !this.isWord('default') && !this.isSign('}')) {
        body.push(...this.statements());
      }
      cases.push({ value: tested, body });
    }
    return { kind: 'switch', value, cases };
  }

  #try(): Statement {
    if (this.isSign('(')) {
      throw new UnsupportedScript('try with resources');
    }
    const body = this.block();
    const catches: { types: TypeName[]; name: string; body: Statement[] }[] = [];
    while (this.takeWord('catch')) {
      this.expect('(');
      this.takeWord('final');
      const types: TypeName[] = [];
      if (!this.isSignAt(this.at + 1, ')')) {
        do {
          types.push(this.type());
        } while (this.takeSign('|'));
      }
      const name = this.word();
      this.expect(')');
      catches.push({ types, name, body: this.block() });
    }
    const end = this.takeWord('finally') ? this.block() : undefined;
    return { kind: 'try', body, catches, end };
  }

  /** An expression at the start of a statement, where `log.info text` is a call. */
  #statementExpression(): Expression {
    const start = this.at;
    const expression = this.expression();
    if (!this.isGroovy || !this.#isCommandArgument()) {
      return expression;
    }
    const isPath = expression.kind === 'name' || expression.kind === 'property';
    const last = this.tokens[this.at - 1];
    if (!isPath || last?.kind !== 'word' || this.tokens[start]?.kind !== 'word') {
      throw this.unexpected();
    }
    const args: Expression[] = [];
    do {
      args.push(this.expression());
    } while (this.takeSign(','));
    return expression.kind === 'name'
      ? { kind: 'call', target: undefined, name: expression.name, args, isSafe: false, isSpread: false }
      : { ...expression, kind: 'call', args };
  }

  #isCommandArgument(): boolean {
    const token = this.peek();
    if (token.isOnNewLine || token.kind === 'end') {
      return false;
    }
    return token.kind !== 'sign' && !(token.kind === 'word' && operatorWords.has(token.value));
  }
}
