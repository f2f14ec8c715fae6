import { scheduleReconcile } from '../grids/reconcile-grid.ts';
import type { Log } from '../lib/log.ts';
import type { Database } from '../store/database.ts';
import { overdueWork } from '../store/overdue.ts';
import { scheduleAdvance } from './run-signals.ts';

const everyMs = 15_000;
/** Healthy jobs look again within seconds. */
const soonMs = 10_000;

/** Sees to it that everything open is looked at, whatever became of its job. */
export function watchOpenWork(database: Database, log: Log): { stop(): Promise<void> } {
  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking
      .then(() => reviveOpenWork(database))
      .catch((error) => log.warn({ err: error }, 'it could not be seen whether all runs are looked after'));
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
