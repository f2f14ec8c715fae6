import type { Queryable } from './queryable.ts';

/**
 * Open runs and grids without a job due soon: the job was lost, has failed too often to be retried, or was postponed for
 * long after failures.
 */
export async function overdueWork(
  db: Queryable,
  soonMs: number,
): Promise<{ runIds: string[]; gridIds: string[] }> {
  const overdue = async (table: string, isOpen: string, prefix: string) => {
    const rows = await db.query<{ id: string }>(
      `select id from ${table} where ${isOpen} and not exists (
        select from graphile_worker.jobs
        where key = '${prefix}' || ${table}.id and attempts < max_attempts
          and (locked_at is not null or run_at < now() + $1 * interval '1 millisecond'))
      order by number`,
      [soonMs],
    );
    return rows.map(({ id }) => id);
  };
  return {
    runIds: await overdue('runs', `phase <> 'finished'`, 'run:'),
    gridIds: await overdue('grids', `status <> 'invoiced'`, 'grid:'),
  };
}
