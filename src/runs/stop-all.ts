import { openRunIds, requestStop } from '../store/runs.ts';
import { awaitEnd } from './await-end.ts';
import type { RunContext } from './run-context.ts';
import { scheduleAdvance } from './run-signals.ts';

/** Stops all runs gracefully and waits until they are finished. */
export async function stopAllRuns(context: RunContext): Promise<void> {
  const { database } = context.grids;
  const runIds = await openRunIds(database);
  for (const runId of runIds) {
    await database.transaction(async (tx) => {
      await requestStop(tx, runId, 'the service was stopped');
      await scheduleAdvance(tx, runId);
    });
  }
  await Promise.all(runIds.map((runId) => awaitEnd(context, runId)));
}
