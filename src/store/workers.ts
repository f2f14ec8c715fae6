import type { Database } from './database.ts';

/** A job that a worker holds, and since how long. */
export interface TakenJob {
  id: string;
  heldMs: number;
}

/** Says that a worker is alive; returns the jobs that the database thinks it holds. */
export async function heartbeat(database: Database, workerId: string): Promise<TakenJob[]> {
  return database.transaction(
    async (tx) => {
      await tx.query('insert into workers (id) values ($1) on conflict (id) do update set seen_at = now()', [
        workerId,
      ]);
      return tx.query<{ id: string; heldMs: number }>(
        `select id::text, (extract(epoch from now() - locked_at) * 1000)::float8 as "heldMs"
        from graphile_worker.jobs where locked_by = $1`,
        [workerId],
      );
    },
    { isIdempotent: true },
  );
}

/**
 * Frees the jobs of workers that have not been heard of. Nobody can be heard while the database is away, so
 * silence counts from its start at the earliest; a job of a worker that never gave a sign counts from when it was taken.
 */
export async function freeJobsOfSilentWorkers(database: Database, silentAfterMs: number): Promise<string[]> {
  return database.transaction(
    async (tx) => {
      const silent = await tx.query<{ id: string }>(
        `with limits as (select now() - $1 * interval '1 millisecond' as since)
        select w.id from workers w, limits
        where greatest(w.seen_at, pg_postmaster_start_time()) < since
        union
        select j.locked_by from graphile_worker.jobs j, limits
        where j.locked_by is not null
          and greatest(j.locked_at, pg_postmaster_start_time()) < since
          and not exists (select from workers w where w.id = j.locked_by)`,
        [silentAfterMs],
      );
      const ids = silent.map(({ id }) => id);
      if (ids.length === 0) return [];
      await tx.query('select from graphile_worker.force_unlock_workers($1)', [ids]);
      await tx.query('delete from workers where id = any($1)', [ids]);
      await tx.query(nudge);
      return ids;
    },
    { isIdempotent: true },
  );
}

/** For a worker that has ended: whatever it still seems to hold is free. */
export async function forgetWorker(database: Database, workerId: string): Promise<void> {
  await database.transaction(
    async (tx) => {
      await tx.query('select from graphile_worker.force_unlock_workers($1)', [[workerId]]);
      await tx.query('delete from workers where id = $1', [workerId]);
      await tx.query(nudge);
    },
    { isIdempotent: true },
  );
}

export async function freeAllJobs(database: Database): Promise<void> {
  await database.transaction(
    async (tx) => {
      await tx.query(`select from graphile_worker.force_unlock_workers(
        array(select distinct locked_by from graphile_worker.jobs where locked_by is not null))`);
      await tx.query('delete from workers');
    },
    { isIdempotent: true },
  );
}

/** Lets waiting workers look at once; freeing a job does not. */
const nudge = `select pg_notify('jobs:insert', '{"count": 1}')`;
