import { parseSelector, type Selector, SelectorRefusal } from '../../languages/css/parse-selector.ts';
import type { Text, User } from '../core.ts';

const maxCached = 1000;

/** Selectors by what they became once variables were put in. */
export class Selectors {
  readonly #known = new Map<string, Selector>();

  /** For texts that hold no variable: a selector that cannot be run is found before anything runs. */
  prepare(text: Text): void {
    if (text.constant !== undefined) {
      this.#known.set(text.constant, parseSelector(text.constant));
    }
  }

  get(user: User, written: string): Selector {
    let selector = this.#known.get(written);
    if (!selector) {
      selector = parseFor(user, written);
      if (this.#known.size >= maxCached) {
        this.#known.clear();
      }
      this.#known.set(written, selector);
    }
    return selector;
  }
}

function parseFor(user: User, written: string): Selector {
  try {
    return parseSelector(written);
  } catch (error) {
    if (error instanceof SelectorRefusal) {
      user.runner.refuse(`The plan has come to ${error.message}`);
    }
    throw error;
  }
}
