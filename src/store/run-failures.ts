import type { Queryable } from './queryable.ts';

/** Counts a failed step of a run. Returns the number of consecutive failures in all service instances. */
export async function addRunFailure(db: Queryable, runId: string): Promise<number> {
  const [row] = await db.query<{ failures: number }>(
    `insert into run_failures (run_id, failures, failed_at) values ($1, 1, now())
    on conflict (run_id) do update set failures = run_failures.failures + 1, failed_at = now()
    returning failures`,
    [runId],
  );
  return row?.failures ?? 0;
}

export async function clearRunFailures(db: Queryable, runId: string): Promise<void> {
  await db.query('delete from run_failures where run_id = $1', [runId]);
}

/** Deletes counts that no failure has changed for `hours`. */
export async function deleteOldRunFailures(db: Queryable, hours: number): Promise<void> {
  await db.query('delete from run_failures where failed_at < now() - make_interval(hours => $1)', [hours]);
}
