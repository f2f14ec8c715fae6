import { advanceRunJob } from '../domain/jobs.ts';
import { scheduleReconcile } from '../grids/reconcile-grid.ts';
import type { Queryable } from '../store/database.ts';
import { setWantOfRun } from '../store/executions.ts';
import { gridsOfRuns } from '../store/grids.ts';
import { addJob } from '../store/jobs.ts';
import { notifyNodesOfRun } from '../store/nodes.ts';
import { waitingRunIds } from '../store/runs.ts';

/** Schedules advanceRun. There is one job per run. */
export async function scheduleAdvance(db: Queryable, runId: string, runAt?: Date): Promise<void> {
  await addJob(db, advanceRunJob, { runId }, runAt);
}

/** Call after a change of capacity: advances all waiting runs. */
export async function advanceWaitingRuns(tx: Queryable): Promise<void> {
  for (const runId of await waitingRunIds(tx)) await scheduleAdvance(tx, runId);
}

/** After the end of a run: nodes forget its executions, stopped grids shut down, and waiting runs advance. */
export async function notifyRunEnd(tx: Queryable, runId: string): Promise<void> {
  await setWantOfRun(tx, runId, 'forget');
  await notifyNodesOfRun(tx, runId);
  for (const grid of (await gridsOfRuns(tx, [runId])).get(runId) ?? []) await scheduleReconcile(tx, grid.id);
  await advanceWaitingRuns(tx);
}
