import { isQuick, type RegexShape } from './oro-shape.ts';
import { withinMs } from './time-limit.ts';

/** Up to here trying each place takes little: with one repetition, with many, and with one that is easily helped. */
const [long, longForMany, longForLead] = [4096, 512, 256];
const patienceMs = 50;
const defaultMaxSearchMs = 5000;
/** After so many searches that were soon over there is no time limit for texts of up to twice that length, but for these. */
const triesToTrust = 3;
const mostTrusted = 32_768;
/** After so many that were not, the usual engine is tried only now and then. */
const triesToDistrust = 2;
const nowAndThen = 16;

/** An expression was given up; the sentence says which and why. */
export class SlowRegex extends Error {}

export interface Expression {
  pattern: string;
  source: string;
  shape: RegexShape;
  /** What all searches for the matches of one text may take together. */
  maxSearchMs?: number;
}

/** The next match from where the last one ended. */
type Next = () => RegExpExecArray | null;

/**
 * Finds in long texts what `RegExp.exec` finds, without going over the text again from each of its places: it begins a
 * leading repetition such as `.*` only where it can be new, and goes over to V8's engine without backtracking when the usual
 * one takes long. There is none for looks ahead, `$`, `\b` and long intervals: those are given up after a while.
 */
export class LongSearch {
  readonly #expression: Expression;
  readonly #maxSearchMs: number;
  readonly #isQuick: boolean;
  readonly #isSteady: boolean;
  #leading: RegExp | undefined;
  /** A time limit takes longer than most searches, so an expression that V8 can help has none once it has shown that it needs none. */
  #trustedTo = 0;
  #soonOver = 0;
  #slowInARow = 0;
  /** For texts from this length on. */
  readonly fromLength: number;

  constructor(expression: Expression) {
    this.#expression = expression;
    this.#maxSearchMs = expression.maxSearchMs ?? defaultMaxSearchMs;
    this.#isQuick = isQuick(expression.shape);
    this.#isSteady = !this.#isQuick && isSteady(expression);
    this.fromLength = this.#longFrom();
  }

  #longFrom(): number {
    const { lead, wide } = this.#expression.shape;
    if (this.#isQuick) {
      return lead === undefined ? Number.POSITIVE_INFINITY : longForLead;
    }
    if (this.#isSteady) {
      return long;
    }
    if (wide.some(({ isNested }) => isNested)) {
      return 0;
    }
    return wide.length > 1 ? longForMany : long;
  }

  /**
   * Does all of a search in one text. The work may be broken off and done again from its beginning, where it sets the
   * lastIndex of `search`; what it gets finds as `search` would. `begin` is the same expression, and begins nowhere else.
   */
  inText<T>(text: string, search: RegExp, begin: RegExp, work: (next: Next) => T): T {
    const next = () => this.#next(text, search, begin);
    return this.#isQuick ? work(next) : this.#watched(text, search, next, work);
  }

  /** All of the text is tried once, from where it begins. */
  begin(text: string, begin: RegExp): RegExpExecArray | null {
    const work = (next: Next) => {
      begin.lastIndex = 0;
      return next();
    };
    const next = () => begin.exec(text);
    const { wide } = this.#expression.shape;
    const isSimple = this.#isQuick || (wide.length <= 1 && !wide[0]?.isNested);
    return isSimple ? work(next) : this.#watched(text, begin, next, work);
  }

  #next(text: string, search: RegExp, begin: RegExp): RegExpExecArray | null {
    const { literal, lead } = this.#expression.shape;
    if (literal !== undefined && !text.includes(literal, search.lastIndex)) {
      search.lastIndex = 0;
      return null;
    }
    return lead === undefined || this.#isSteady
      ? search.exec(text)
      : this.#findLeading(text, search, begin, lead);
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

  #watched<T>(text: string, regex: RegExp, next: Next, work: (next: Next) => T): T {
    if (this.#isSteady && this.#slowInARow >= triesToDistrust && this.#slowInARow % nowAndThen !== 0) {
      this.#slowInARow += 1;
      return this.#steadily(text, regex, work);
    }
    const beganAtMs = performance.now();
    if (text.length <= this.#trustedTo) {
      const value = work(next);
      this.#learn(text, performance.now() - beganAtMs);
      return value;
    }
    const found = this.#isSteady
      ? withinMs(patienceMs, () => work(next))
      : withinOwnMs(this.#maxSearchMs, () => work(next));
    this.#learn(text, performance.now() - beganAtMs);
    if (found) {
      return found.value;
    }
    this.#slowInARow += 1;
    return this.#isSteady ? this.#steadily(text, regex, work) : this.#giveUp(text);
  }

  #steadily<T>(text: string, regex: RegExp, work: (next: Next) => T): T {
    const steady = new RegExp(regex.source, `l${regex.flags}`);
    return work(() => {
      steady.lastIndex = regex.lastIndex;
      const match = steady.exec(text);
      regex.lastIndex = steady.lastIndex;
      return match;
    });
  }

  #learn(text: string, tookMs: number): void {
    if (tookMs > patienceMs / 2) {
      this.#soonOver = 0;
      this.#trustedTo = 0;
      return;
    }
    this.#slowInARow = 0;
    this.#soonOver += 1;
    if (this.#isSteady && this.#soonOver >= triesToTrust) {
      this.#trustedTo = Math.min(mostTrusted, Math.max(this.#trustedTo, 2 * text.length));
    }
  }

  #giveUp(text: string): never {
    throw new SlowRegex(
      `The expression ${this.#expression.pattern} took longer than ${this.#maxSearchMs / 1000} seconds in a text of ${text.length} characters, which blocked all other users`,
    );
  }
}

/** On a machine that gave most of the time to others it is tried again. */
function withinOwnMs<T>(limitMs: number, work: () => T): { value: T } | undefined {
  const before = ownMs();
  const found = withinMs(limitMs, work);
  return found || ownMs() - before > limitMs / 2 ? found : withinMs(limitMs, work);
}

function ownMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Whether V8's engine without backtracking takes it. */
function isSteady({ source }: Expression): boolean {
  try {
    return new RegExp(source, 'lg') !== undefined && new RegExp(source, 'ly') !== undefined;
  } catch {
    return false;
  }
}
