import { AppError } from '../domain/errors.ts';
import type { Run } from '../domain/run.ts';
import { parseThreshold, type Threshold, type ThresholdResult } from '../domain/threshold.ts';
import { unjudged } from '../domain/threshold-words.ts';
import { judge } from '../metrics/judge.ts';
import { emptyRollup } from '../metrics/rollup.ts';
import type { Queryable } from '../store/database.ts';
import { allGrids } from './roller.ts';
import { runSeconds } from './run-range.ts';
import { readWholes } from './whole-reading.ts';

/** Evaluates thresholds on the samples so far. Unreadable expressions are not evaluated and return the reason. */
export async function judgeRun(
  db: Queryable,
  run: Pick<Run, 'id' | 'startedAt' | 'loadEndedAt'>,
  expressions: readonly string[],
  apdexThresholdMs: number,
  { isOver = true }: { isOver?: boolean } = {},
): Promise<ThresholdResult[]> {
  if (expressions.length === 0) return [];
  const measured = (await readWholes(db, run.id, allGrids)).get(allGrids) ?? emptyRollup(0, 0);
  const whole = runSeconds(measured, run);
  return expressions.map((expression) => {
    const threshold = thresholdOrReason(expression);
    if (typeof threshold === 'string') return unjudged(expression, threshold);
    const [result] = judge(whole, [threshold], apdexThresholdMs, { isOver });
    return result as ThresholdResult;
  });
}

/** Expressions accepted by an earlier version may be unreadable now. */
function thresholdOrReason(expression: string): Threshold | string {
  try {
    return parseThreshold(expression);
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}
