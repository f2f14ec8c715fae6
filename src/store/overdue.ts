import { advanceRunJob, reconcileGridJob } from '../domain/jobs.ts';
import { uninvoicedGridIds } from './grids.ts';
import type { Queryable } from './queryable.ts';
import { openRunIds } from './runs.ts';

/**
 * Open runs and grids without a job due soon: the job was lost, has failed too often to be retried, or was postponed for
 * long after failures.
 */
export async function overdueWork(
  db: Queryable,
  soonMs: number,
): Promise<{ runIds: string[]; gridIds: string[] }> {
  const overdue = async (ids: string[], keyOf: (id: string) => string | undefined) => {
    const rows = await db.query<{ id: string }>(
      `select id from unnest($1::text[], $2::text[]) with ordinality as open (id, key, position)
      where not exists (
        select from graphile_worker.jobs
        where jobs.key = open.key and attempts < max_attempts
          and (locked_at is not null or run_at < now() + $3 * interval '1 millisecond'))
      order by position`,
      [ids, ids.map(keyOf), soonMs],
    );
    return rows.map(({ id }) => id);
  };
  return {
    runIds: await overdue(await openRunIds(db), (runId) => advanceRunJob.key({ runId })),
    gridIds: await overdue(await uninvoicedGridIds(db), (gridId) => reconcileGridJob.key({ gridId })),
  };
}
