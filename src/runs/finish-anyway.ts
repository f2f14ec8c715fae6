import { finalExecutionStates } from '../domain/execution.ts';
import { unjudged } from '../domain/threshold-words.ts';
import { executionsOfRun, giveUpExecution } from '../store/executions.ts';
import { addRemoteErrors, finishRun, lockRun, notifyRun } from '../store/runs.ts';
import type { RunContext } from './run-context.ts';
import { tellOfTheEnd } from './run-signals.ts';

/**
 * The last resort when a run cannot be brought to its end in order: automation waits for `finished` and has no other
 * exit. Nothing is removed; the report is made from what is stored whenever it is asked for.
 */
export async function finishAnyway(context: RunContext, runId: string, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  await context.grids.database.transaction(async (tx) => {
    const run = await lockRun(tx, runId);
    if (!run || run.phase === 'finished') return;
    for (const execution of await executionsOfRun(tx, runId))
      if (!finalExecutionStates.includes(execution.state)) await giveUpExecution(tx, execution.id);
    await addRemoteErrors(tx, runId, [`The run could not be brought to its end in order: ${reason}`]);
    const thresholds = run.failIf.map((expression) =>
      unjudged(expression, 'not evaluated: the run did not end in order'),
    );
    await finishRun(tx, runId, {
      report: null,
      figures: null,
      thresholds,
      verdict: 'broken',
      doubts: [],
      isComplete: null,
    });
    await tellOfTheEnd(tx, runId);
    await notifyRun(tx, runId);
  });
}
