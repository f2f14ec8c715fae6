import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../lib/log.ts';
import type { Database } from './database.ts';
import { Backoff } from './retry.ts';
import { throughOutages } from './through-outages.ts';
import { type JobHandler, startWorkerSession } from './worker-session.ts';
import { forgetWorker, freeAllJobs, freeJobsOfSilentWorkers, heartbeat } from './workers.ts';

export interface WorkerOptions {
  database: Database;
  handlers: readonly JobHandler[];
  log: Log;
  concurrency: number;
  /** This is the only worker of the database, so jobs locked at its start are free. */
  isAlone?: boolean;
  heartbeatMs?: number;
  /** A worker without a heartbeat for this long loses its jobs. */
  silentAfterMs?: number;
}

/** Runs jobs until stopped; survives database outages. */
export async function startWorker(options: WorkerOptions): Promise<{ stop(): Promise<void> }> {
  const { database, log, isAlone = false, heartbeatMs = 2000, silentAfterMs = 10_000 } = options;
  if (isAlone) await freeAllJobs(database);
  const stopping = new AbortController();
  let session = await throughOutages(() => startWorkerSession(options));
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

  /** A session ends when it loses the database; a new one replaces it. */
  async function keepWorking(): Promise<void> {
    const backoff = new Backoff(100, 5000);
    for (;;) {
      await session.ended;
      if (session.hasAsked()) backoff.reset();
      await forgetWorker(database, session.id).catch((error) => warn(error, 'job-worker.unlock.failed'));
      while (!stopping.signal.aborted) {
        try {
          await backoff.wait(stopping.signal);
          session = await startWorkerSession(options);
          break;
        } catch (error) {
          if (!stopping.signal.aborted) warn(error, 'job-worker.start.failed');
        }
      }
      if (stopping.signal.aborted) return session.stop();
      log.info({ worker: session.id }, 'job-worker.restarted');
    }
  }

  async function keepBeating(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const taken = await heartbeat(database, session.id);
        // A job locked for this worker without its knowledge would be stuck for hours.
        if (session.hasLost(taken, silentAfterMs)) await session.stop();
        const freed = await freeJobsOfSilentWorkers(database, silentAfterMs);
        if (freed.length > 0) log.warn({ workers: freed }, 'job-worker.lost');
      } catch (error) {
        warn(error, 'job-worker.heartbeat.failed');
      }
      await sleep(heartbeatMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  function warn(error: unknown, message: string): void {
    log.warn({ reason: error instanceof Error ? error.message : String(error) }, message);
  }
}
