import { makeWorkerUtils, runMigrations } from 'graphile-worker';
import type { JobKind } from '../domain/jobs.ts';
import type { Log } from '../lib/log.ts';
import type { Database, Queryable } from './database.ts';
import { throughOutages } from './through-outages.ts';
import { workerLogger } from './worker-logger.ts';
import type { JobHandler } from './worker-session.ts';

/**
 * Adds a job for any worker. In a transaction, it becomes visible with the commit. Replaces payload and time of a pending
 * job with the same key.
 */
export async function addJob<Payload extends object>(
  db: Queryable,
  kind: JobKind<Payload>,
  payload: NoInfer<Payload>,
  runAt?: Date,
): Promise<void> {
  const key = kind.key(payload) ?? null;
  await db.query(
    `select from graphile_worker.add_job(
      identifier => $1, payload => $2::json, run_at => $3, job_key => $4, job_key_mode => 'replace', queue_name => $5)`,
    [kind.name, JSON.stringify(payload), runAt ?? null, key, kind.queue ?? (kind.isSerial ? key : null)],
  );
}

/** Each key of serial jobs leaves a row, and so does each job that failed permanently. */
export async function removeUnusedJobRows(database: Database): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool: database.pool });
  try {
    await utils.cleanup({ tasks: ['GC_JOB_QUEUES', 'DELETE_PERMAFAILED_JOBS'] });
  } finally {
    await utils.release();
  }
}

/** Connects a job to its handler. A failing handler is retried later. Handlers must be idempotent. */
export function onJob<Payload extends object>(
  kind: JobKind<Payload>,
  handle: (payload: Payload) => Promise<void>,
): JobHandler {
  return { name: kind.name, handle: async (stored) => handle(kind.read(stored)) };
}

export async function migrateJobs(database: Database, log: Log): Promise<void> {
  await throughOutages(() => runMigrations({ pgPool: database.pool, logger: workerLogger(log) }));
}

export { startWorker, type WorkerOptions } from './start-worker.ts';
