import type { Database, Queryable } from './database.ts';

/** A job locked by a worker. */
export interface TakenJob {
  id: string;
  heldMs: number;
}

/** Records the heartbeat of a worker; returns the jobs locked for it. */
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
 * Unlocks the jobs of workers without a recent heartbeat. The timeout starts no earlier than the start of the database;
 * for a worker that never sent a heartbeat, when the job was locked.
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
      await unlockJobs(tx, ids);
      await tx.query('delete from workers where id = any($1)', [ids]);
      await tx.query(nudge);
      return ids;
    },
    { isIdempotent: true },
  );
}

/** Until the end of the transaction, no other service registers on the database. */
export async function lockServiceStart(tx: Queryable): Promise<void> {
  await tx.query('select pg_advisory_xact_lock($1)', [serviceStartLockKey]);
}

/** Records that a service with this data folder uses the database. */
export async function announceService(db: Queryable, folderId: string): Promise<void> {
  await db.query('insert into workers (id) values ($1) on conflict (id) do update set seen_at = now()', [
    servicePrefix + folderId,
  ]);
}

export async function forgetService(database: Database, folderId: string): Promise<void> {
  await database.query('delete from workers where id = $1', [servicePrefix + folderId]);
}

/** Data folders of other services that use the database now. */
export async function otherServices(db: Queryable, folderId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from workers where starts_with(id, $1) and id <> $2
       and seen_at > now() - $3 * interval '1 millisecond'`,
    [servicePrefix, servicePrefix + folderId, serviceSilentMs],
  );
  return rows.map(({ id }) => id.slice(servicePrefix.length));
}

/** Services and job workers have their rows in the same table. */
const servicePrefix = 'service ';
const serviceSilentMs = 10_000;
/** Arbitrary id of the advisory lock. */
const serviceStartLockKey = 7_328_285;

/** Number of services and job workers with a heartbeat in this time; 0 if no service uses the database. */
export async function countWorkers(database: Database, withinMs: number): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::int as count from workers where seen_at > now() - $1 * interval '1 millisecond'`,
    [withinMs],
  );
  return row?.count ?? 0;
}

/** Unlocks all jobs of an ended worker. */
export async function forgetWorker(database: Database, workerId: string): Promise<void> {
  await database.transaction(
    async (tx) => {
      await unlockJobs(tx, [workerId]);
      await tx.query('delete from workers where id = $1', [workerId]);
      await tx.query(nudge);
    },
    { isIdempotent: true },
  );
}

export async function freeAllJobs(database: Database): Promise<void> {
  await database.transaction(
    async (tx) => {
      const locked = await tx.query<{ id: string }>(
        'select distinct locked_by as id from graphile_worker.jobs where locked_by is not null',
      );
      const ids = locked.map(({ id }) => id);
      await unlockJobs(tx, ids);
      await tx.query('delete from workers');
    },
    { isIdempotent: true },
  );
}

/** A running job that was added again has no key and no attempt left: it is never taken again, so it is removed. */
async function unlockJobs(tx: Queryable, workerIds: readonly string[]): Promise<void> {
  const replaced = await tx.query<{ id: string }>(
    `select id::text from graphile_worker.jobs where locked_by = any($1) and key is null and attempts >= max_attempts`,
    [workerIds],
  );
  await tx.query('select from graphile_worker.force_unlock_workers($1)', [workerIds]);
  await tx.query('select from graphile_worker.complete_jobs($1)', [replaced.map(({ id }) => id)]);
}

/** Wakes idle workers, which unlocking a job does not. */
const nudge = `select pg_notify('jobs:insert', '{"count": 1}')`;
