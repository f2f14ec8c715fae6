import { LongSearch, SlowRegex } from './long-search.ts';
import { translateRegex } from './translate-regex.ts';

/** A regular expression of a plan, compiled once. */
export class OroRegex {
  readonly groups: number;
  readonly #search: RegExp;
  readonly #begin: RegExp;
  readonly #long: LongSearch;
  readonly #onSlow: ((reason: string) => void) | undefined;

  /** `onSlow` is called before a search that exceeds its time limit throws; default 5 s. */
  constructor(pattern: string, onSlow?: (reason: string) => void, maxSearchMs?: number) {
    const { source, groups, shape } = translateRegex(pattern);
    this.#onSlow = onSlow;
    this.#long = new LongSearch({ pattern, source, shape, maxSearchMs });
    this.groups = groups;
    this.#search = new RegExp(source, 'g');
    this.#begin = new RegExp(source, 'y');
  }

  isIn(text: string): boolean {
    const search = this.#search;
    if (text.length < this.#long.fromLength) {
      search.lastIndex = 0;
      return search.test(text);
    }
    return this.#inLong(text, (next) => {
      search.lastIndex = 0;
      return next() !== null;
    });
  }

  /** Like ORO: only the first match counts, so `a|ab` does not match `ab`. */
  isAllOf(text: string): boolean {
    const begin = this.#begin;
    begin.lastIndex = 0;
    const match =
      text.length < this.#long.fromLength
        ? begin.exec(text)
        : this.#orEnd(() => this.#long.begin(text, begin));
    return match?.[0].length === text.length;
  }

  firstIn(text: string): RegExpExecArray | null {
    const search = this.#search;
    if (text.length < this.#long.fromLength) {
      search.lastIndex = 0;
      return search.exec(text);
    }
    return this.#inLong(text, (next) => {
      search.lastIndex = 0;
      return next();
    });
  }

  /** Appends matches until the list has `most` of them. */
  findIn(text: string, matches: RegExpExecArray[], most: number): void {
    if (text.length < this.#long.fromLength) {
      this.#find(matches, most, () => this.#search.exec(text));
      return;
    }
    const before = matches.length;
    this.#inLong(text, (next) => {
      matches.length = before;
      this.#find(matches, most, next);
    });
  }

  #find(matches: RegExpExecArray[], most: number, next: () => RegExpExecArray | null): void {
    const search = this.#search;
    let end = -1;
    search.lastIndex = 0;
    while (matches.length < most) {
      const match = next();
      if (match === null) {
        return;
      }
      // An empty match at the end of the last match is skipped.
      if (match[0] !== '' || match.index !== end) {
        matches.push(match);
        end = search.lastIndex;
      }
      if (match[0] === '') {
        search.lastIndex += 1;
      }
    }
  }

  #inLong<T>(text: string, work: (next: () => RegExpExecArray | null) => T): T {
    return this.#orEnd(() => this.#long.inText(text, this.#search, this.#begin, work));
  }

  #orEnd<T>(find: () => T): T {
    try {
      return find();
    } catch (error) {
      if (error instanceof SlowRegex) {
        this.#onSlow?.(error.message);
      }
      throw error;
    }
  }
}
