import { runMigrations } from 'graphile-worker';
import type { Log } from '../lib/log.ts';
import type { Database, Queryable } from './database.ts';
import { workerLogger } from './worker-logger.ts';

export interface JobOptions {
  /** There is at most one waiting job with a key. */
  key?: string;
  runAt?: Date;
  /** What a second job with the same key does to the time of the first; the payload is the newer one either way. */
  keyMode?: 'replace' | 'preserve_run_at';
}

/** Adds a job to be done by whichever worker comes first. Inside a transaction it exists only once that commits. */
export async function addJob(
  db: Queryable,
  name: string,
  payload: object,
  { key, runAt, keyMode = 'replace' }: JobOptions = {},
): Promise<void> {
  await db.query(
    `select from graphile_worker.add_job(
      identifier => $1, payload => $2::json, run_at => $3, job_key => $4, job_key_mode => $5)`,
    [name, JSON.stringify(payload), runAt ?? null, key ?? null, keyMode],
  );
}

/** Removes a waiting job; one that is being done is not tried again. */
export async function removeJob(db: Queryable, key: string): Promise<void> {
  await db.query('select from graphile_worker.remove_job($1)', [key]);
}

export async function migrateJobs(database: Database, log: Log): Promise<void> {
  await runMigrations({ pgPool: database.pool, logger: workerLogger(log) });
}

export { startWorker, type WorkerOptions } from './start-worker.ts';
