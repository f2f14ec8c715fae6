import { type JavaPattern, translateJavaRegex } from '../../java-regex/java-pattern.ts';
import { withinMs } from '../../oro-regex/time-limit.ts';
import { fail, UnsupportedScript } from '../values.ts';

const known = new Map<string, JavaPattern>();
const maxKnown = 1000;

/** Compiles an expression of java.util.regex, with a cache. */
export function javaPattern(written: string, flags = ''): JavaPattern {
  const key = `${flags}/${written}`;
  let pattern = known.get(key);
  if (pattern === undefined) {
    pattern = translateJavaRegex(written, flags);
    if (pattern === undefined) {
      throw new UnsupportedScript(`the regular expression ${written}`);
    }
    if (known.size >= maxKnown) {
      known.clear();
    }
    known.set(key, pattern);
  }
  return pattern;
}

const globalRegex = ({ source, flags }: JavaPattern): RegExp => new RegExp(source, `${flags}g`);

export const firstMatch = (pattern: JavaPattern, text: string): RegExpExecArray | null =>
  bounded(pattern, text, () => new RegExp(pattern.source, pattern.flags).exec(text));

export const allMatches = (pattern: JavaPattern, text: string): RegExpExecArray[] =>
  bounded(pattern, text, () => [...text.matchAll(globalRegex(pattern))]);

export const matchesWhole = (pattern: JavaPattern, text: string): RegExpExecArray | null =>
  bounded(pattern, text, () => new RegExp(`^(?:${pattern.source})(?![\\s\\S])`, pattern.flags).exec(text));

/** Maximum time of a search, which blocks the other virtual users of its thread. */
const maxSearchMs = 5000;
/** A time limit costs more than a search in a short text: it is set where backtracking may take long. */
const longText = 4096;
const nestedRepetition = /[*+}]\??[^()]*\)\??[*+{]|\|[^()]*\)[*+{]|\([^()]*\([\s\S]*\)[*+{]/;
const repetitions = /[*+]|\{\d+,\d*\}/g;

function bounded<T>(pattern: JavaPattern, text: string, search: () => T): T {
  if (text.length < longText && !mayBeSlow(pattern)) {
    return search();
  }
  const found = withinMs(maxSearchMs, search);
  if (!found) {
    throw new UnsupportedScript('a regular expression that takes more than five seconds');
  }
  return found.value;
}

const slow = new WeakMap<JavaPattern, boolean>();

/** Whether a search in a short text may take long: nested repetitions, or more than three of them. */
function mayBeSlow(pattern: JavaPattern): boolean {
  let isSlow = slow.get(pattern);
  if (isSlow === undefined) {
    const { source } = pattern;
    isSlow = nestedRepetition.test(source) || (source.match(repetitions)?.length ?? 0) > 3;
    slow.set(pattern, isSlow);
  }
  return isSlow;
}

/** Java's String.split. */
export function splitByRegex(text: string, written: string, limit = 0): string[] {
  const parts: string[] = [];
  let last = 0;
  for (const found of allMatches(javaPattern(written), text)) {
    const isEmptyAtStart = found.index === 0 && found[0] === '';
    if (limit > 0 && parts.length === limit - 1) {
      break;
    }
    if (isEmptyAtStart || (found[0] === '' && found.index === text.length)) {
      continue;
    }
    parts.push(text.slice(last, found.index));
    last = found.index + found[0].length;
  }
  if (parts.length === 0) {
    return [text];
  }
  parts.push(text.slice(last));
  while (limit === 0 && parts.length > 0 && parts.at(-1) === '') {
    parts.pop();
  }
  return parts;
}

/** Java's replacement text: `$1`, `${name}`, and `\` before a literal character. */
export function expandReplacement(replacement: string, match: RegExpMatchArray, groupCount: number): string {
  let text = '';
  for (let at = 0; at < replacement.length; at++) {
    const character = replacement.charAt(at);
    if (character === '\\') {
      at += 1;
      if (at >= replacement.length) {
        fail('java.lang.IllegalArgumentException', 'character to be escaped is missing');
      }
      text += replacement.charAt(at);
    } else if (character === '$') {
      let digits = /^\d/.exec(replacement.slice(at + 1))?.[0];
      if (digits === undefined) {
        throw new UnsupportedScript(`the replacement ${replacement}`);
      }
      if (Number(digits) > groupCount) {
        fail('java.lang.IndexOutOfBoundsException', `No group ${digits}`);
      }
      for (;;) {
        const next: string = digits + (/^\d/.exec(replacement.slice(at + 1 + digits.length))?.[0] ?? 'x');
        if (!/^\d+$/.test(next) || Number(next) > groupCount) {
          break;
        }
        digits = next;
      }
      text += match[Number(digits)] ?? '';
      at += digits.length;
    } else {
      text += character;
    }
  }
  return text;
}

export function replaceByRegex(
  text: string,
  written: string,
  replacement: string,
  isFirstOnly: boolean,
): string {
  const pattern = javaPattern(written);
  let result = '';
  let last = 0;
  for (const match of isFirstOnly ? [firstMatch(pattern, text)] : allMatches(pattern, text)) {
    if (match === null) {
      break;
    }
    result += text.slice(last, match.index) + expandReplacement(replacement, match, pattern.groupCount);
    last = match.index + match[0].length;
  }
  return result + text.slice(last);
}

/** java.util.regex.Matcher. */
export class JavaMatcher {
  readonly pattern: JavaPattern;
  readonly written: string;
  readonly text: string;
  #match: RegExpExecArray | null = null;
  #next = 0;

  constructor(pattern: JavaPattern, written: string, text: string) {
    this.pattern = pattern;
    this.written = written;
    this.text = text;
  }

  find(): boolean {
    if (this.#next > this.text.length) {
      this.#match = null;
      return false;
    }
    const regex = globalRegex(this.pattern);
    regex.lastIndex = this.#next;
    this.#match = bounded(this.pattern, this.text, () => regex.exec(this.text));
    if (this.#match) {
      const end = this.#match.index + this.#match[0].length;
      this.#next = this.#match[0] === '' ? end + 1 : end;
    } else {
      this.#next = this.text.length + 1;
    }
    return this.#match !== null;
  }

  matches(): boolean {
    this.#match = matchesWhole(this.pattern, this.text);
    this.#next = this.text.length + (this.#match ? 0 : 1);
    return this.#match !== null;
  }

  lookingAt(): boolean {
    this.#match = bounded(this.pattern, this.text, () =>
      new RegExp(`^(?:${this.pattern.source})`, this.pattern.flags).exec(this.text),
    );
    this.#next = this.#match ? this.#match[0].length : this.text.length + 1;
    return this.#match !== null;
  }

  reset(): void {
    this.#match = null;
    this.#next = 0;
  }

  group(index: number): string | null {
    if (!this.#match) {
      fail('java.lang.IllegalStateException', 'No match found');
    }
    if (index < 0 || index > this.pattern.groupCount) {
      fail('java.lang.IndexOutOfBoundsException', `No group ${index}`);
    }
    return this.#match[index] ?? null;
  }

  named(name: string): string | null {
    if (!this.#match) {
      fail('java.lang.IllegalStateException', 'No match found');
    }
    if (!this.#match.groups || !(name in this.#match.groups)) {
      fail('java.lang.IllegalArgumentException', `No group with name <${name}>`);
    }
    return this.#match.groups[name] ?? null;
  }

  start(): number {
    this.group(0);
    return this.#match?.index ?? 0;
  }

  end(): number {
    return this.start() + (this.#match?.[0].length ?? 0);
  }

  /** All matches, each with its groups. */
  all(): RegExpExecArray[] {
    return allMatches(this.pattern, this.text);
  }
}
