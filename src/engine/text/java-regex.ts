import { RegexRefusal, translateRegex } from '../../plans/jmeter/oro-regex.ts';
import type { Text, User } from '../core.ts';

/** A regular expression of a plan, compiled once. */
export class JavaRegex {
  readonly groups: number;
  readonly #search: RegExp;
  readonly #begin: RegExp;

  constructor(pattern: string) {
    const { source, flags, groups } = translateRegex(pattern);
    this.groups = groups;
    this.#search = new RegExp(source, `g${flags}`);
    this.#begin = new RegExp(source, `y${flags}`);
  }

  isIn(text: string): boolean {
    this.#search.lastIndex = 0;
    return this.#search.test(text);
  }

  /** As ORO does it: only the match that is found first counts, so `a|ab` does not match `ab`. */
  isAllOf(text: string): boolean {
    this.#begin.lastIndex = 0;
    return this.#begin.exec(text)?.[0].length === text.length;
  }

  /** Adds matches until there are so many, or all. */
  findIn(text: string, matches: RegExpExecArray[], most: number): void {
    const search = this.#search;
    let end = -1;
    search.lastIndex = 0;
    while (matches.length < most) {
      const match = search.exec(text);
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
}

const mostKept = 1000;

/** Compiles what a text became for a user; kept, because most become the same again and again. */
export function regexKeeper(text: Text): (pattern: string, user: User) => JavaRegex {
  if (text.constant !== undefined) {
    const regex = new JavaRegex(text.constant);
    return () => regex;
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
    return new JavaRegex(pattern);
  } catch (error) {
    if (error instanceof RegexRefusal) {
      user.runner.refuse(`The expression ${pattern} has ${error.message}`);
    }
    throw error;
  }
}
