import { finalExecutionStates } from '../domain/execution.ts';
import { unjudged } from '../domain/threshold-words.ts';
import { executionsOfRun, giveUpExecution } from '../store/executions.ts';
import { clearRunFailures } from '../store/run-failures.ts';
import { addRemoteErrors, finishRun, lockRun, notifyRun } from '../store/runs.ts';
import { scheduleMetricExport } from './metric-exports/send.ts';
import { scheduleRunNotice } from './notifications/notify.ts';
import type { RunContext } from './run-context.ts';
import { notifyRunEnd } from './run-signals.ts';
import { scheduleTargetMetrics } from './target-metrics/collect.ts';
import { scheduleTrace } from './trace-run.ts';

/**
 * Finishes a run whose normal end keeps failing, because clients wait for `finished`. Nothing is deleted; the report is
 * computed from the stored data on request.
 */
export async function forceFinish(context: RunContext, runId: string, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  const hasFinished = await context.grids.database.transaction(async (tx) => {
    const run = await lockRun(tx, runId);
    if (!run || run.phase === 'finished') return false;
    for (const execution of await executionsOfRun(tx, runId))
      if (!finalExecutionStates.includes(execution.state)) await giveUpExecution(tx, execution.id);
    await addRemoteErrors(tx, runId, [`The run could not be finished normally: ${reason}`]);
    const thresholds = run.failIf.map((expression) =>
      unjudged(expression, 'not evaluated: the run could not be finished normally'),
    );
    await finishRun(tx, runId, {
      report: null,
      figures: null,
      thresholds,
      verdict: 'broken',
      doubts: [],
      isComplete: null,
    });
    await clearRunFailures(tx, runId);
    await scheduleTrace(context, tx, runId);
    await scheduleRunNotice(tx, runId, run.project.id);
    await scheduleTargetMetrics(context, tx, runId, run.project.id);
    await scheduleMetricExport(context, tx, runId, run.project.id);
    await notifyRunEnd(tx, runId);
    await notifyRun(tx, runId);
    return true;
  });
  if (hasFinished) context.meter.runFinished('broken');
}
