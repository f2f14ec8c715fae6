import { UnsupportedScript } from '../values.ts';
import type { TypeName } from './script-tree.ts';
import { operatorWords, primitives, statementWords } from './script-words.ts';
import { TokenCursor } from './token-cursor.ts';

/** Parses types. */
export abstract class TypeParser extends TokenCursor {
  protected type(): TypeName {
    const type = this.tryType();
    if (!type) {
      throw this.unexpected();
    }
    return type;
  }

  /** A type; undefined leaves the position unchanged. Lower-case names are not types. */
  protected tryType(): TypeName | undefined {
    const start = this.at;
    const token = this.peek();
    if (token.kind !== 'word' || statementWords.has(token.value) || operatorWords.has(token.value)) {
      return undefined;
    }
    let name = this.word();
    if (!primitives.has(name)) {
      while (this.isSign('.') && this.tokens[this.at + 1]?.kind === 'word') {
        this.at += 1;
        name += `.${this.word()}`;
      }
      if (!/^\p{Lu}/u.test(name.slice(name.lastIndexOf('.') + 1))) {
        this.at = start;
        return undefined;
      }
    }
    if (this.isSign('<') && !this.skipGenerics()) {
      this.at = start;
      return undefined;
    }
    let dimensions = 0;
    while (this.isSign('[') && this.isSignAt(this.at + 1, ']')) {
      this.at += 2;
      dimensions += 1;
    }
    return { name, dimensions };
  }

  protected skipGenerics(): boolean {
    if (!this.isGroovy) {
      throw new UnsupportedScript('type arguments (<…>)');
    }
    let depth = 0;
    for (let at = this.at; at < this.tokens.length; at++) {
      const token = this.tokens[at];
      if (token?.kind === 'sign') {
        if (/^(?:<|>+)$/.test(token.value)) {
          depth += token.value === '<' ? 1 : -token.value.length;
        } else if (!/^(?:[,.?[\]]|\?)$/.test(token.value)) {
          return false;
        }
      } else if (token?.kind !== 'word') {
        return false;
      }
      if (depth === 0) {
        this.at = at + 1;
        return true;
      }
      if (depth < 0) {
        return false;
      }
    }
    return false;
  }
}
