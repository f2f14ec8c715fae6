import { UnsupportedScript } from '../values.ts';
import type { Dialect, Token } from './script-tokens.ts';

/** A position in the tokens of a script. */
export abstract class TokenCursor {
  protected readonly tokens: readonly Token[];
  protected readonly dialect: Dialect;
  protected readonly isGroovy: boolean;
  protected at = 0;
  /** For each opening parenthesis, the position of the one that closes it; created when needed. */
  #closing: ReadonlyMap<number, number> | undefined;

  constructor(tokens: readonly Token[], dialect: Dialect) {
    this.tokens = tokens;
    this.dialect = dialect;
    this.isGroovy = dialect === 'groovy';
  }

  protected peek(): Token {
    return this.tokens[this.at] ?? { kind: 'end', value: 'the end', isOnNewLine: true };
  }

  protected isSign(sign: string): boolean {
    return this.isSignAt(this.at, sign);
  }

  protected isSignAt(at: number, sign: string): boolean {
    const token = this.tokens[at];
    return token?.kind === 'sign' && token.value === sign;
  }

  protected isWord(word: string): boolean {
    return this.isWordAt(this.at, word);
  }

  protected isWordAt(at: number, word: string): boolean {
    const token = this.tokens[at];
    return token?.kind === 'word' && token.value === word;
  }

  protected takeSign(sign: string): boolean {
    const isThere = this.isSign(sign);
    this.at += isThere ? 1 : 0;
    return isThere;
  }

  protected takeWord(word: string): boolean {
    const isThere = this.isWord(word);
    this.at += isThere ? 1 : 0;
    return isThere;
  }

  protected word(): string {
    const token = this.peek();
    if (token.kind !== 'word') {
      throw this.unexpected();
    }
    this.at += 1;
    return token.value;
  }

  protected expect(sign: string): void {
    if (!this.takeSign(sign)) {
      throw this.unexpected();
    }
  }

  protected expectWord(word: string): void {
    if (!this.takeWord(word)) {
      throw this.unexpected();
    }
  }

  /** Calls `read` for each of several parts separated by commas, and consumes `end`. A comma may follow the last part. */
  protected eachUntil(end: string, read: () => void): void {
    while (!this.isSign(end)) {
      read();
      if (!this.takeSign(',')) {
        break;
      }
    }
    this.expect(end);
  }

  /** The end of a line, a semicolon, or the end of the enclosing block. */
  protected isAtEnd(): boolean {
    const token = this.peek();
    return (
      token.kind === 'end' || this.isSign(';') || this.isSign('}') || (this.isGroovy && token.isOnNewLine)
    );
  }

  protected endStatement(): void {
    if (this.takeSign(';') || this.isSign('}') || this.peek().kind === 'end') {
      return;
    }
    if (this.isGroovy && this.peek().isOnNewLine) {
      return;
    }
    throw this.unexpected();
  }

  protected unexpected(): UnsupportedScript {
    const token = this.peek();
    const before = this.tokens[this.at - 1];
    const shown = (each: Token | undefined) =>
      each === undefined ? 'the beginning' : each.kind === 'gstring' ? 'a text' : String(each.value);
    return new UnsupportedScript(`${shown(token)} after ${shown(before)}`);
  }

  /** Position after the parenthesis that closes the one at `at`; past all tokens if none does. */
  protected afterParentheses(at: number): number {
    this.#closing ??= closingParentheses(this.tokens);
    return (this.#closing.get(at) ?? this.tokens.length) + 1;
  }
}

function closingParentheses(tokens: readonly Token[]): Map<number, number> {
  const closing = new Map<number, number>();
  const open: number[] = [];
  tokens.forEach((token, at) => {
    if (token.kind === 'sign' && token.value === '(') {
      open.push(at);
    } else if (token.kind === 'sign' && token.value === ')') {
      const start = open.pop();
      if (start !== undefined) {
        closing.set(start, at);
      }
    }
  });
  return closing;
}
