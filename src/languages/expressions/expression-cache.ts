import { parseSupported } from './check-expression.ts';
import type { Expression, Language } from './expression.ts';

const maxEntries = 512;

/**
 * Parses each text once. When full, it evicts the oldest entry, which bounds expressions with many different values.
 */
export class ExpressionCache {
  readonly #language: Language;
  readonly #parsed = new Map<string, Expression | undefined | Error>();

  constructor(language: Language) {
    this.#language = language;
  }

  parse(text: string): Expression | undefined {
    let parsed = this.#parsed.get(text);
    if (parsed === undefined && !this.#parsed.has(text)) {
      parsed = this.#parse(text);
      const [oldest] = this.#parsed.size >= maxEntries ? this.#parsed.keys() : [];
      if (oldest !== undefined) {
        this.#parsed.delete(oldest);
      }
      this.#parsed.set(text, parsed);
    }
    if (parsed instanceof Error) {
      throw parsed;
    }
    return parsed;
  }

  #parse(text: string): Expression | undefined | Error {
    try {
      return parseSupported(text, this.#language);
    } catch (error) {
      return error as Error;
    }
  }
}
