import { isQuick, type RegexShape } from '../../plans/jmeter/oro-shape.ts';
import { withinMs } from './time-limit.ts';

/** Up to here trying each place takes little: with one repetition, with many, and with one that is easily helped. */
const [long, longForMany, longForLead] = [4096, 512, 256];
/** From here on even the steps that V8 allows could take seconds; a time limit costs less than reading so much. */
const veryLong = 1_000_000;
const patienceMs = 50;
/** What all searches for the matches of one text may take together. */
export const mostMs = 5000;

/** An expression was given up; the sentence says which and why. */
export class SlowRegex extends Error {}

export interface Expression {
  pattern: string;
  source: string;
  shape: RegexShape;
}

/**
 * Finds in long texts what `RegExp.exec` finds, without going over the text again from each of its places: it begins a
 * leading repetition such as `.*` only where it can be new, and goes over to V8's engine without backtracking when the usual
 * one takes long. There is none for looks ahead, `$`, `\b` and long intervals: those are given up after a while.
 */
export class LongSearch {
  readonly #expression: Expression;
  readonly #isQuick: boolean;
  readonly #isSteady: boolean;
  #leading: RegExp | undefined;
  /** A time limit takes longer than most searches, so only those have one that have been slow. */
  #wasSlow = false;
  /** For texts from this length on. */
  readonly fromLength: number;

  constructor(expression: Expression) {
    this.#expression = expression;
    this.#isQuick = isQuick(expression.shape);
    this.#isSteady = !this.#isQuick && isSteady(expression);
    this.fromLength = this.#longFrom();
  }

  #longFrom(): number {
    const { lead, wide } = this.#expression.shape;
    if (this.#isQuick) {
      return lead === undefined ? Number.POSITIVE_INFINITY : longForLead;
    }
    return wide.length > 1 && !this.#isSteady ? longForMany : long;
  }

  /** As `search` would from its lastIndex on, which it sets. The other begins nowhere else. */
  find(text: string, search: RegExp, begin: RegExp, endsAtMs: number): RegExpExecArray | null {
    const { literal, lead } = this.#expression.shape;
    const isWary = this.#isQuick || !this.#isSteady || this.#wasSlow || text.length >= veryLong;
    if (isWary && literal !== undefined && !text.includes(literal, search.lastIndex)) {
      search.lastIndex = 0;
      return null;
    }
    if (!this.#isQuick && this.#isSteady) {
      return this.#findSteadily(text, search, isWary, endsAtMs);
    }
    const look = () =>
      lead === undefined ? search.exec(text) : this.#findLeading(text, search, begin, lead);
    return this.#isQuick ? look() : this.#findInTime(text, look, endsAtMs);
  }

  /** All of the text is tried once, from where it begins. */
  begin(text: string, begin: RegExp, endsAtMs: number): RegExpExecArray | null {
    if (this.#isQuick || this.#expression.shape.wide.length <= 1) {
      return begin.exec(text);
    }
    return this.#isSteady
      ? this.#findSteadily(text, begin, this.#wasSlow, endsAtMs)
      : this.#findInTime(text, () => begin.exec(text), endsAtMs);
  }

  /** What matches after one of the class's characters would match with it too, and was found there. */
  #findLeading(text: string, search: RegExp, begin: RegExp, lead: string): RegExpExecArray | null {
    const from = search.lastIndex;
    begin.lastIndex = from;
    let match = begin.exec(text);
    search.lastIndex = begin.lastIndex;
    if (!match) {
      this.#leading ??= new RegExp(`(?<!${lead})${this.#expression.source}`, 'g');
      this.#leading.lastIndex = from + 1;
      match = this.#leading.exec(text);
      search.lastIndex = this.#leading.lastIndex;
    }
    return match;
  }

  #findInTime(text: string, look: () => RegExpExecArray | null, endsAtMs: number): RegExpExecArray | null {
    return (withinMs(this.#leftMs(text, endsAtMs), look) ?? this.#giveUp(text)).value;
  }

  #findSteadily(text: string, regex: RegExp, isWary: boolean, endsAtMs: number): RegExpExecArray | null {
    const from = regex.lastIndex;
    const leftMs = this.#leftMs(text, endsAtMs);
    if (!isWary) {
      const match = regex.exec(text);
      this.#wasSlow = endsAtMs - performance.now() < leftMs - patienceMs;
      return match;
    }
    const found = withinMs(patienceMs, () => regex.exec(text));
    if (found) {
      return found.value;
    }
    const steady = new RegExp(regex.source, `l${regex.flags}`);
    steady.lastIndex = from;
    const match = steady.exec(text);
    regex.lastIndex = steady.lastIndex;
    return match;
  }

  #leftMs(text: string, endsAtMs: number): number {
    const leftMs = Math.ceil(endsAtMs - performance.now());
    return leftMs > 0 ? leftMs : this.#giveUp(text);
  }

  #giveUp(text: string): never {
    throw new SlowRegex(
      `The expression ${this.#expression.pattern} took longer than ${mostMs / 1000} seconds in a text of ${text.length} characters, while no other user could go on`,
    );
  }
}

/** Whether V8's engine without backtracking takes it. */
function isSteady({ source }: Expression): boolean {
  try {
    return new RegExp(source, 'l') !== undefined;
  } catch {
    return false;
  }
}
