import { threadProcessorMs } from '../../lib/thread-processor-ms.ts';
import { isQuick, type RegexShape } from './oro-shape.ts';
import { withinMs } from './time-limit.ts';

/**
 * Text lengths up to which a plain search is fast: with one unbounded repetition, with several, and with a leading
 * one that `#findLeading` handles.
 */
const [long, longWithSeveral, longWithLead] = [4096, 512, 256];
const backtrackingLimitMs = 50;
const defaultMaxSearchMs = 5000;
/**
 * After this many consecutive fast searches, texts of up to twice the length, but at most `maxUntimedLength`, run
 * without a time limit.
 */
const fastSearchesToTrust = 3;
const maxUntimedLength = 32_768;
/** After this many consecutive slow searches, only every n-th search tries the backtracking engine. */
const slowSearchesToDistrust = 2;
const backtrackingRetryInterval = 16;

/** The search exceeded its time limit; the message names the expression. */
export class SlowRegex extends Error {}

export interface Expression {
  pattern: string;
  source: string;
  shape: RegexShape;
  /** Time limit for all searches in one text. */
  maxSearchMs?: number;
}

/** Finds the next match after the last one. */
type Next = () => RegExpExecArray | null;

/**
 * `RegExp.exec` for long texts, without scanning the text again from each position: a leading repetition such as `.*`
 * is tried only where a new match can start, and slow searches switch to V8's linear-time engine. Expressions with
 * look-ahead, `$`, `\b` or long intervals have no linear-time engine; they fail after a time limit.
 */
export class LongSearch {
  readonly #expression: Expression;
  readonly #maxSearchMs: number;
  readonly #isQuick: boolean;
  readonly #hasLinearEngine: boolean;
  #leading: RegExp | undefined;
  /** Texts up to this length run without a time limit: the limit itself costs more than most searches. */
  #untimedLength = 0;
  #consecutiveFast = 0;
  #consecutiveSlow = 0;
  /** Minimum length of texts that need this class. */
  readonly fromLength: number;

  constructor(expression: Expression) {
    this.#expression = expression;
    this.#maxSearchMs = expression.maxSearchMs ?? defaultMaxSearchMs;
    this.#isQuick = isQuick(expression.shape);
    this.#hasLinearEngine = !this.#isQuick && hasLinearEngine(expression);
    this.fromLength = this.#minLength();
  }

  #minLength(): number {
    const { lead, wide } = this.#expression.shape;
    if (this.#isQuick) {
      return lead === undefined ? Number.POSITIVE_INFINITY : longWithLead;
    }
    if (this.#hasLinearEngine) {
      return long;
    }
    if (wide.some(({ isNested }) => isNested)) {
      return 0;
    }
    return wide.length > 1 ? longWithSeveral : long;
  }

  /**
   * Runs `work`, all searches in one text. It may be aborted and restarted, so it must set the lastIndex of `search`
   * first. `begin` is `search` with the sticky flag.
   */
  inText<T>(text: string, search: RegExp, begin: RegExp, work: (next: Next) => T): T {
    const next = () => this.#next(text, search, begin);
    return this.#isQuick ? work(next) : this.#searchTimed(text, search, next, work);
  }

  /** One attempt, at the start of the text. */
  begin(text: string, begin: RegExp): RegExpExecArray | null {
    const work = (next: Next) => {
      begin.lastIndex = 0;
      return next();
    };
    const next = () => begin.exec(text);
    const { wide } = this.#expression.shape;
    const isSimple = this.#isQuick || (wide.length <= 1 && !wide[0]?.isNested);
    return isSimple ? work(next) : this.#searchTimed(text, begin, next, work);
  }

  #next(text: string, search: RegExp, begin: RegExp): RegExpExecArray | null {
    const { literal, lead } = this.#expression.shape;
    if (literal !== undefined && !text.includes(literal, search.lastIndex)) {
      search.lastIndex = 0;
      return null;
    }
    return lead === undefined || this.#hasLinearEngine
      ? search.exec(text)
      : this.#findLeading(text, search, begin, lead);
  }

  /**
   * A match that starts after a character of the leading class would also match from that character, and has been
   * found there.
   */
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

  #searchTimed<T>(text: string, regex: RegExp, next: Next, work: (next: Next) => T): T {
    if (
      this.#hasLinearEngine &&
      this.#consecutiveSlow >= slowSearchesToDistrust &&
      this.#consecutiveSlow % backtrackingRetryInterval !== 0
    ) {
      this.#consecutiveSlow += 1;
      return this.#searchLinearly(text, regex, work);
    }
    const beganAtMs = performance.now();
    if (text.length <= this.#untimedLength) {
      const value = work(next);
      this.#learn(text, performance.now() - beganAtMs);
      return value;
    }
    const found = this.#hasLinearEngine
      ? withinMs(backtrackingLimitMs, () => work(next))
      : withinOwnMs(this.#maxSearchMs, () => work(next));
    this.#learn(text, performance.now() - beganAtMs);
    if (found) {
      return found.value;
    }
    this.#consecutiveSlow += 1;
    return this.#hasLinearEngine ? this.#searchLinearly(text, regex, work) : this.#giveUp(text);
  }

  #searchLinearly<T>(text: string, regex: RegExp, work: (next: Next) => T): T {
    const linear = new RegExp(regex.source, `l${regex.flags}`);
    return work(() => {
      linear.lastIndex = regex.lastIndex;
      const match = linear.exec(text);
      regex.lastIndex = linear.lastIndex;
      return match;
    });
  }

  #learn(text: string, tookMs: number): void {
    if (tookMs > backtrackingLimitMs / 2) {
      this.#consecutiveFast = 0;
      this.#untimedLength = 0;
      return;
    }
    this.#consecutiveSlow = 0;
    this.#consecutiveFast += 1;
    if (this.#hasLinearEngine && this.#consecutiveFast >= fastSearchesToTrust) {
      this.#untimedLength = Math.min(maxUntimedLength, Math.max(this.#untimedLength, 2 * text.length));
    }
  }

  #giveUp(text: string): never {
    throw new SlowRegex(
      `The expression ${this.#expression.pattern} took longer than ${this.#maxSearchMs / 1000} seconds in a text of ${text.length} characters, which blocked all other users`,
    );
  }
}

/** Retries when other processes used most of the CPU time. */
function withinOwnMs<T>(limitMs: number, work: () => T): { value: T } | undefined {
  const before = threadProcessorMs();
  const found = withinMs(limitMs, work);
  return found || threadProcessorMs() - before > limitMs / 2 ? found : withinMs(limitMs, work);
}

/** Whether V8's linear-time engine supports the expression. */
function hasLinearEngine({ source }: Expression): boolean {
  try {
    return new RegExp(source, 'lg') !== undefined && new RegExp(source, 'ly') !== undefined;
  } catch {
    return false;
  }
}
