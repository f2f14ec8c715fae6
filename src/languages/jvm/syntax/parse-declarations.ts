import { UnsupportedScript } from '../values.ts';
import { ExpressionParser } from './parse-expressions.ts';
import type { Expression, MethodDefinition, Statement, TypeName } from './script-tree.ts';
import { modifiers, operatorWords, statementWords } from './script-words.ts';

/** Parses declarations of methods and variables. */
export abstract class DeclarationParser extends ExpressionParser {
  /** `def name(…) {` or `String name(…) {`; undefined leaves the position unchanged. */
  protected tryMethod(): MethodDefinition | undefined {
    const start = this.at;
    let isDeclared = this.#takeModifiers();
    let returns: TypeName | undefined;
    if (this.isGroovy && this.takeWord('def')) {
      isDeclared = true;
    } else if (!this.#isMethodNameAt(this.at)) {
      returns = this.tryType();
      isDeclared ||= returns !== undefined;
    }
    const name = this.peek();
    const canBe = (isDeclared || !this.isGroovy) && this.#isMethodNameAt(this.at);
    if (name.kind !== 'word' || !canBe || !this.#isBodyAfterParentheses()) {
      this.at = start;
      return undefined;
    }
    this.at += 2;
    const parameters = this.parameters(')');
    if (this.isWord('throws')) {
      this.at += 1;
      do {
        this.type();
      } while (this.takeSign(','));
    }
    return { name: name.value, returns, parameters, body: this.block() };
  }

  #isMethodNameAt(at: number): boolean {
    const token = this.tokens[at];
    return token?.kind === 'word' && !statementWords.has(token.value) && this.isSignAt(at + 1, '(');
  }

  #isBodyAfterParentheses(): boolean {
    const at = this.afterParentheses(this.at + 1);
    return this.isSignAt(at, '{') || this.isWordAt(at, 'throws');
  }

  protected tryDeclaration(): Statement | undefined {
    const start = this.at;
    let isDeclared = this.#takeModifiers();
    let type: TypeName | undefined;
    if (this.isGroovy && (this.takeWord('def') || this.#takeVar())) {
      isDeclared = true;
      if (this.isSign('(')) {
        return this.#declareSeveral();
      }
      type = this.#isTypedName() ? this.type() : undefined;
    } else if (!(isDeclared && this.#isVariableAt(this.at))) {
      type = this.tryType();
      if (type === undefined) {
        this.at = start;
        return undefined;
      }
    }
    if (!this.#isVariableAt(this.at) || this.peek().isOnNewLine) {
      this.at = start;
      return undefined;
    }
    const names: { name: string; value: Expression | undefined }[] = [];
    do {
      const name = this.word();
      if (this.isSign('[')) {
        throw new UnsupportedScript(`${name}[] after its name`);
      }
      names.push({ name, value: this.takeSign('=') ? this.#initializer(type) : undefined });
    } while (this.takeSign(','));
    return { kind: 'declare', type, names };
  }

  #takeModifiers(): boolean {
    const start = this.at;
    for (let token = this.peek(); token.kind === 'word' && modifiers.has(token.value); token = this.peek()) {
      this.at += 1;
    }
    return this.at > start;
  }

  #takeVar(): boolean {
    const next = this.tokens[this.at + 1];
    return next?.kind === 'word' && this.takeWord('var');
  }

  /** Whether a type precedes the name, as in `def String x`. */
  #isTypedName(): boolean {
    const next = this.tokens[this.at + 1];
    return next?.kind === 'word' && !next.isOnNewLine && !operatorWords.has(next.value);
  }

  /** Whether a name is declared here: it is followed by `=`, `,` or the end of the statement. */
  #isVariableAt(at: number): boolean {
    const [name, next] = [this.tokens[at], this.tokens[at + 1]];
    if (name?.kind !== 'word' || operatorWords.has(name.value) || statementWords.has(name.value)) {
      return false;
    }
    if (next === undefined || next.kind === 'end' || (this.isGroovy && next.isOnNewLine)) {
      return true;
    }
    return next.kind === 'sign' && /^(?:=|,|;|\}|:|\[)$/.test(next.value);
  }

  #initializer(type: TypeName | undefined): Expression {
    if (type && type.dimensions > 0 && this.isSign('{')) {
      return { kind: 'array', type, sizes: [], items: this.arrayItems() };
    }
    return this.expression();
  }

  #declareSeveral(): Statement {
    this.expect('(');
    const names: string[] = [];
    do {
      if (this.tokens[this.at + 1]?.kind === 'word') {
        throw new UnsupportedScript('several variables with types');
      }
      names.push(this.word());
    } while (this.takeSign(','));
    this.expect(')');
    this.expect('=');
    return { kind: 'declare-several', names, value: this.expression() };
  }
}
