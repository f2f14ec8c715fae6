import { RegexRefusal, translateRegex } from '../../plans/jmeter/oro-regex.ts';
import type { Runner, Text, User } from '../core.ts';
import { LongSearch, mostMs, SlowRegex } from './long-search.ts';

/** A regular expression of a plan, compiled once. */
export class JavaRegex {
  readonly groups: number;
  readonly #search: RegExp;
  readonly #begin: RegExp;
  readonly #long: LongSearch;
  readonly #runner: Runner | undefined;

  /** The runner ends the test when the expression would hold up all its users. */
  constructor(pattern: string, runner?: Runner) {
    const { source, groups, shape } = translateRegex(pattern);
    this.#runner = runner;
    this.#long = new LongSearch({ pattern, source, shape });
    this.groups = groups;
    this.#search = new RegExp(source, 'g');
    this.#begin = new RegExp(source, 'y');
  }

  isIn(text: string): boolean {
    this.#search.lastIndex = 0;
    return text.length < this.#long.fromLength
      ? this.#search.test(text)
      : this.#findLong(text, performance.now() + mostMs) !== null;
  }

  /** As ORO does it: only the match that is found first counts, so `a|ab` does not match `ab`. */
  isAllOf(text: string): boolean {
    const begin = this.#begin;
    begin.lastIndex = 0;
    const match =
      text.length < this.#long.fromLength
        ? begin.exec(text)
        : this.#orEnd(() => this.#long.begin(text, begin, performance.now() + mostMs));
    return match?.[0].length === text.length;
  }

  /** Adds matches until there are so many, or all. */
  findIn(text: string, matches: RegExpExecArray[], most: number): void {
    const search = this.#search;
    const isLong = text.length >= this.#long.fromLength;
    const endsAtMs = isLong ? performance.now() + mostMs : 0;
    let end = -1;
    search.lastIndex = 0;
    while (matches.length < most) {
      const match = isLong ? this.#findLong(text, endsAtMs) : search.exec(text);
      if (match === null) {
        return;
      }
      // Nothing may be found where the last match ended.
      if (match[0] !== '' || match.index !== end) {
        matches.push(match);
        end = search.lastIndex;
      }
      if (match[0] === '') {
        search.lastIndex += 1;
      }
    }
  }

  #findLong(text: string, endsAtMs: number): RegExpExecArray | null {
    return this.#orEnd(() => this.#long.find(text, this.#search, this.#begin, endsAtMs));
  }

  #orEnd<T>(find: () => T): T {
    try {
      return find();
    } catch (error) {
      if (error instanceof SlowRegex) {
        this.#runner?.refuse(error.message);
      }
      throw error;
    }
  }
}

const mostKept = 1000;

/** Compiles what a text became for a user; kept, because most become the same again and again. */
export function regexKeeper(text: Text): (pattern: string, user: User) => JavaRegex {
  if (text.constant !== undefined) {
    const { constant } = text;
    // Whatever is wrong with it is said before the run.
    translateRegex(constant);
    let regex: JavaRegex | undefined;
    return (_, user) => {
      regex ??= new JavaRegex(constant, user.runner);
      return regex;
    };
  }
  const known = new Map<string, JavaRegex>();
  return (pattern, user) => {
    let regex = known.get(pattern);
    if (!regex) {
      regex = compileFor(user, pattern);
      if (known.size >= mostKept) {
        known.clear();
      }
      known.set(pattern, regex);
    }
    return regex;
  };
}

/** What variables made of an expression was not known before, so all that is left is to stop rather than to be wrong. */
function compileFor(user: User, pattern: string): JavaRegex {
  try {
    return new JavaRegex(pattern, user.runner);
  } catch (error) {
    if (error instanceof RegexRefusal) {
      user.runner.refuse(`The expression ${pattern} has ${error.message}`);
    }
    throw error;
  }
}
