import { runMigrations } from 'graphile-worker';
import type { Log } from '../lib/log.ts';
import type { Database, Queryable } from './database.ts';
import { workerLogger } from './worker-logger.ts';

export interface JobOptions {
  /** At most one pending job per key. */
  key?: string;
  runAt?: Date;
  /** Whether a second job with the same key replaces the time of the first; it always replaces the payload. */
  keyMode?: 'replace' | 'preserve_run_at';
}

/** Adds a job for any worker. In a transaction, it becomes visible with the commit. */
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

/** Removes a pending job; a running one is not retried. */
export async function removeJob(db: Queryable, key: string): Promise<void> {
  await db.query('select from graphile_worker.remove_job($1)', [key]);
}

export async function migrateJobs(database: Database, log: Log): Promise<void> {
  await runMigrations({ pgPool: database.pool, logger: workerLogger(log) });
}

export { startWorker, type WorkerOptions } from './start-worker.ts';
