import { clipText } from '../lib/clip.ts';
import { AppError } from './errors.ts';

export const maxExpressionLength = 1000;

/** Tokenizer that tracks the position for error messages. `kind` names the expression in them. */
export class ExpressionReader {
  readonly #kind: 'threshold' | 'abort rule';
  readonly #text: string;
  at = 0;

  /** Throws `invalid` for an expression that is too long. */
  constructor(kind: 'threshold' | 'abort rule', text: string) {
    this.#kind = kind;
    this.#text = text;
    if (text.length > maxExpressionLength)
      throw new AppError(
        'invalid',
        `${kind === 'threshold' ? 'A threshold' : 'An abort rule'} has ${text.length} characters; at most ${maxExpressionLength} are allowed.`,
      );
  }

  /** The whole expression without surrounding spaces. */
  get text(): string {
    return this.#text.trim();
  }

  space(): void {
    this.take(/\s+/y);
  }

  /** Consumes a match at the current position; the pattern must be sticky. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  /** Fails unless everything has been read. */
  end(): void {
    this.space();
    if (this.at < this.#text.length)
      this.fail(`expected the end of the expression. Enter each ${this.#kind} separately`);
  }

  fail(problem: string, at = this.at): never {
    const shown = clipText(this.#text, 200).replace(/[\u0000-\u001f\u007f]/g, ' ');
    throw new AppError(
      'invalid',
      `The ${this.#kind} ${JSON.stringify(shown)} is not valid at character ${at + 1}: ${problem}.`,
    );
  }
}
