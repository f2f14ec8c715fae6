import { scheduleReconcile } from '../grids/reconcile-grid.ts';
import type { Log } from '../lib/log.ts';
import type { Database } from '../store/database.ts';
import { overdueWork } from '../store/overdue.ts';
import { scheduleAdvance } from './run-signals.ts';

const everyMs = 15_000;
/** Healthy jobs are rescheduled within seconds. */
const soonMs = 10_000;

/** Reschedules open runs and grids whose job is missing or overdue. */
export function watchOpenWork(database: Database, log: Log): { stop(): Promise<void> } {
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking
      .then(() => reviveOpenWork(database))
      .catch((error) => log.warn({ err: error }, 'overdue-check.failed'));
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}

export async function reviveOpenWork(database: Database): Promise<void> {
  const { runIds, gridIds } = await overdueWork(database, soonMs);
  for (const gridId of gridIds) await scheduleReconcile(database, gridId);
  for (const runId of runIds) await scheduleAdvance(database, runId);
}
