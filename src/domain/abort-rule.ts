import { ExpressionReader } from './expression-reader.ts';
import { readCondition, type Threshold } from './threshold.ts';

/** Ends a run whose condition holds in each second for a while: `errors > 50% for 30s`. */
export interface AbortRule {
  /** As entered. */
  expression: string;
  condition: Threshold;
  forS: number;
}

/** The rule that ended a run. */
export interface RunAbort {
  rule: string;
  at: Date;
  /** The rule with the last value: `errors > 50% for 30s (last value 100 %)`. */
  text: string;
}

/** One second of a run, judged by the condition of a rule. Null: nothing to judge, for example no samples. */
export interface JudgedSecond {
  second: number;
  holds: boolean | null;
}

export const maxAbortRules = 10;
/** The service reads a second of statistics for each second of a rule. */
const maxForS = 900;
const forUnits: Record<string, number> = { s: 1, m: 60, min: 60 };

/** Throws `invalid` with the position of the first error. */
export function parseAbortRule(expression: string): AbortRule {
  const reader = new ExpressionReader('abort rule', expression);
  const condition = readCondition(reader);
  const forS = readFor(reader);
  reader.end();
  return { expression: reader.text, condition, forS };
}

function readFor(reader: ExpressionReader): number {
  reader.space();
  if (!reader.take(/for\b/iy)) reader.fail('expected "for" and a time, as in errors > 50% for 30s');
  reader.space();
  const start = reader.at;
  const digits = reader.take(/\d{1,9}/y);
  reader.space();
  const unit = reader.take(/[a-z]+/iy)?.toLowerCase() ?? '';
  const factor = Object.hasOwn(forUnits, unit) ? forUnits[unit] : undefined;
  const seconds = Number(digits) * (factor ?? Number.NaN);
  if (!(seconds >= 1 && seconds <= maxForS))
    reader.fail(`expected a time from 1s to ${maxForS / 60}m, such as 30s or 2m`, start);
  return seconds;
}

/**
 * Whether the condition has held for as long as the rule requires: in each judged second, from the first to the last
 * one of a stretch of at least `forS` seconds. Takes the latest second first, and no more of them than needed.
 */
export async function isRuleMet(
  { forS }: Pick<AbortRule, 'forS'>,
  latestFirst: AsyncIterable<JudgedSecond> | Iterable<JudgedSecond>,
): Promise<boolean> {
  let last: number | undefined;
  for await (const { second, holds } of latestFirst) {
    if (holds === null) continue;
    if (!holds) return false;
    last ??= second;
    if (last - second + 1 >= forS) return true;
  }
  return false;
}
