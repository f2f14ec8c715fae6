import { scheduleReconcile } from '../grids/reconcile-grid.ts';
import type { Queryable } from '../store/database.ts';
import { setWantOfRun } from '../store/executions.ts';
import { gridsOfRuns } from '../store/grids.ts';
import { addJob } from '../store/jobs.ts';
import { notifyNodesOfRun } from '../store/nodes.ts';
import { waitingRunIds } from '../store/runs.ts';

export const advanceRunJob = 'run.advance';
export const endRunJob = 'run.end';

/** Asks for a look at the run, now or later. There is one such job per run. */
export async function scheduleAdvance(db: Queryable, runId: string, runAt?: Date): Promise<void> {
  await addJob(db, advanceRunJob, { runId }, { key: `run:${runId}`, runAt });
}

/** Room has come free, or been taken: those who wait look again. */
export async function wakeWaiting(tx: Queryable): Promise<void> {
  for (const runId of await waitingRunIds(tx)) await scheduleAdvance(tx, runId);
}

/** After the end: nodes may forget, grids that wait for the run can wind down, and whoever waits is told. */
export async function tellOfTheEnd(tx: Queryable, runId: string): Promise<void> {
  await setWantOfRun(tx, runId, 'forget');
  await notifyNodesOfRun(tx, runId);
  for (const grid of (await gridsOfRuns(tx, [runId])).get(runId) ?? []) await scheduleReconcile(tx, grid.id);
  await wakeWaiting(tx);
}
