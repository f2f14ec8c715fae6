import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../lib/log.ts';
import type { Database } from './database.ts';
import { Backoff } from './retry.ts';
import { type JobHandlers, startWorkerSession } from './worker-session.ts';
import { forgetWorker, freeAllJobs, freeJobsOfSilentWorkers, heartbeat } from './workers.ts';

export interface WorkerOptions {
  database: Database;
  /** By job name. A handler that throws is tried again later. Jobs may be done twice, so handlers must not mind. */
  handlers: JobHandlers;
  log: Log;
  concurrency: number;
  /** No other worker can be alive on this database, so jobs that look taken at the start are free. */
  isAlone?: boolean;
  heartbeatMs?: number;
  /** How long a worker may be silent before its jobs are given to others. */
  silentAfterMs?: number;
}

/** Does jobs until stopped, through any outage of the database. */
export async function startWorker(options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const { database, log, isAlone = false, heartbeatMs = 2000, silentAfterMs = 10_000 } = options;
  if (isAlone) await freeAllJobs(database);
  const stopping = new AbortController();
  let session = await startWorkerSession(options);
  await heartbeat(database, session.id);
  const working = keepWorking();
  const beating = keepBeating();
  return {
    async stop() {
      stopping.abort();
      await session.stop();
      await Promise.all([working, beating]);
    },
  };

  /** graphile-worker gives up when it cannot tell the database about a job; then another session takes its place. */
  async function keepWorking(): Promise<void> {
    const backoff = new Backoff(100, 5000);
    for (;;) {
      await session.ended;
      await forgetWorker(database, session.id).catch((error) =>
        warn(error, 'the jobs of an ended worker stay taken for now'),
      );
      while (!stopping.signal.aborted) {
        try {
          await backoff.wait(stopping.signal);
          session = await startWorkerSession(options);
          backoff.reset();
          break;
        } catch (error) {
          if (!stopping.signal.aborted) warn(error, 'the job worker cannot start yet');
        }
      }
      if (stopping.signal.aborted) return session.stop();
      log.info({ worker: session.id }, 'the job worker works again');
    }
  }

  async function keepBeating(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const taken = await heartbeat(database, session.id);
        // A job taken for us whose news got lost on the way would wait for hours.
        if (session.hasLost(taken, silentAfterMs)) await session.stop();
        const freed = await freeJobsOfSilentWorkers(database, silentAfterMs);
        if (freed.length > 0) log.warn({ workers: freed }, 'freed the jobs of workers that went silent');
      } catch (error) {
        warn(error, 'the job worker could not give its sign of life');
      }
      await sleep(heartbeatMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  function warn(error: unknown, message: string): void {
    log.warn({ reason: error instanceof Error ? error.message : String(error) }, message);
  }
}
