import {
  type AbortRule,
  isRuleMet,
  type JudgedSecond,
  parseAbortRule,
  type RunAbort,
} from '../domain/abort-rule.ts';
import { AppError } from '../domain/errors.ts';
import type { ExecutionSituation } from '../domain/run-decision.ts';
import { figureText } from '../domain/threshold-words.ts';
import { createBreather } from '../lib/breathe.ts';
import { judgeSecond } from '../metrics/judge.ts';
import { decodeRollup } from '../metrics/rollup-codec.ts';
import type { Queryable } from '../store/database.ts';
import { lastSecondOfAll } from '../store/frames.ts';
import { readRollups } from '../store/rollups.ts';
import type { RunRecord } from '../store/runs.ts';
import { allGrids } from './roller.ts';
import type { RunContext } from './run-context.ts';

/** A node without a heartbeat for this long no longer delays the rules. */
const maxSilenceMs = 15_000;
/** Seconds read in addition to twice the time of the rule, for labels with few samples. */
const marginS = 60;

/**
 * The abort rule of a running run that is met. Judges the seconds that all responding nodes have delivered, from the
 * stored roll-ups, so that any service, also a restarted one, decides the same.
 */
export async function findAbort(
  context: RunContext,
  tx: Queryable,
  run: RunRecord,
  { executions, nowMs }: { executions: readonly ExecutionSituation[]; nowMs: number },
): Promise<RunAbort | null> {
  if (run.phase !== 'running' || run.stopRequestedAt !== null || run.abortIf.length === 0) return null;
  const responding = executions.filter(
    ({ state, silentMs }) => state === 'running' && silentMs <= maxSilenceMs,
  );
  const lastS = await lastSecondOfAll(
    tx,
    responding.map(({ id }) => id),
  );
  if (lastS === undefined) return null;
  for (const rule of run.abortIf.flatMap(readableRule)) {
    const seconds = new LatestSeconds(tx, run, rule, lastS, context.settings.apdexThresholdMs);
    if (!(await isRuleMet(rule, seconds))) continue;
    const value = figureText(rule.condition, seconds.latest ?? 0);
    const text = `${rule.expression} (${value} in the last second)`;
    return { rule: rule.expression, at: new Date(nowMs), text };
  }
  return null;
}

/** The seconds of a run before `endS`, judged by a rule, the latest first. */
class LatestSeconds implements AsyncIterable<JudgedSecond> {
  /** The value in the latest second that has one. */
  latest: number | undefined;
  readonly #db: Queryable;
  readonly #run: Pick<RunRecord, 'id' | 'startedAt'>;
  readonly #rule: AbortRule;
  readonly #endS: number;
  readonly #apdexThresholdMs: number;

  constructor(
    db: Queryable,
    run: Pick<RunRecord, 'id' | 'startedAt'>,
    rule: AbortRule,
    endS: number,
    apdexThresholdMs: number,
  ) {
    this.#db = db;
    this.#run = run;
    this.#rule = rule;
    this.#endS = endS;
    this.#apdexThresholdMs = apdexThresholdMs;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<JudgedSecond> {
    const { condition, forS } = this.#rule;
    const { label } = condition;
    const startS = Math.floor((this.#run.startedAt?.getTime() ?? 0) / 1000);
    const breathe = createBreather();
    const range = {
      runId: this.#run.id,
      gridId: allGrids,
      spanS: 1,
      fromS: Math.max(startS, this.#endS - 2 * forS - marginS),
      toS: this.#endS,
      isTotal: label === null,
      isLatestFirst: true,
    } as const;
    for await (const { startS: second, payload } of readRollups(this.#db, range, Math.min(forS, 60))) {
      const rollup = decodeRollup(payload, label === null ? undefined : (name) => name === label);
      const judged = judgeSecond(rollup, condition, this.#apdexThresholdMs);
      this.latest ??= judged?.actual;
      yield { second, holds: judged?.holds ?? null };
      await breathe();
    }
  }
}

/** Rules accepted by an earlier version may be unreadable now. */
function readableRule(expression: string): AbortRule[] {
  try {
    return [parseAbortRule(expression)];
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}
