import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { run, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import type { Log } from '../lib/log.ts';
import { type Database, quietErrors } from './database.ts';
import { JobConnections } from './job-connections.ts';
import { throughOutages } from './through-outages.ts';
import { workerLogger } from './worker-logger.ts';
import type { TakenJob } from './workers.ts';

/** Created by onJob. */
export interface JobHandler {
  name: string;
  handle(stored: unknown): Promise<void>;
}

export interface WorkerSession {
  /** Worker id in the jobs locked by this session. */
  id: string;
  /** Resolves when the session has ended, stopped or not. */
  ended: Promise<void>;
  /** True when the session has asked the database for a job and received an answer. */
  hasAsked(): boolean;
  /** True when a job has been locked for this session for `afterMs` without its knowledge. */
  hasLost(taken: TakenJob[], afterMs: number): boolean;
  stop(): Promise<void>;
}

interface SessionOptions {
  database: Database;
  handlers: readonly JobHandler[];
  log: Log;
  concurrency: number;
}

const startLimitMs = 30_000;

/** One graphile-worker runner with a dedicated connection pool. */
export async function startWorkerSession(options: SessionOptions): Promise<WorkerSession> {
  const { database, handlers, log, concurrency } = options;
  const pool = new JobConnections({ ...database.direct, types: pg.types, max: concurrency + 2 });
  quietErrors(pool, log);
  const events: WorkerEvents = new EventEmitter();
  const active = new Set<string>();
  let id = '';
  let stopBegan: () => void = () => undefined;
  const stopping = new Promise<void>((resolve) => {
    stopBegan = resolve;
  });
  const left = new AbortController();
  void stopping.then(() => left.abort());
  events.on('pool:create', ({ workerPool }) => {
    id = workerPool.id;
  });
  events.on('pool:gracefulShutdown', () => stopBegan());
  let hasAsked = false;
  events.on('worker:getJob:empty', () => {
    hasAsked = true;
  });
  events.on('job:start', ({ job }) => {
    hasAsked = true;
    active.add(job.id);
  });
  // graphile-worker 0.18 keeps an error of its first query and then never takes a job.
  events.on('worker:getJob:error', () => {
    if (!hasAsked) stop();
  });
  events.on('job:complete', ({ job }) => active.delete(job.id));

  const starting = run({
    pgPool: pool,
    schema: 'graphile_worker',
    taskList: Object.fromEntries(
      handlers.map(({ name, handle }) => [
        name,
        // A short outage must not count as a failure of the job, with growing backoff.
        (stored: unknown) => throughOutages(() => handle(stored), left.signal),
      ]),
    ),
    parsedCronItems: [],
    concurrency,
    // Delayed jobs are found by polling.
    pollInterval: 1000,
    noHandleSignals: true,
    logger: workerLogger(log),
    events,
    // Without batches, graphile-worker 0.18 does not handle the promise of a completed job: a database outage at that
    // moment would end the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  const runner = await soon(starting, startLimitMs).catch(async (error) => {
    // Stop a runner that starts after the timeout.
    starting.then((late) => late.stop()).catch(() => undefined);
    await isWithin(pool.end(), 1000);
    throw error;
  });

  const ended = waitForEnd();
  return {
    id,
    ended,
    hasAsked: () => hasAsked,
    hasLost: (taken, afterMs) => taken.some((job) => job.heldMs > afterMs && !active.has(job.id)),
    async stop() {
      stop();
      await ended;
    },
  };

  function stop(): void {
    stopBegan();
    // Not awaited: after a database outage it may never resolve, even without running jobs.
    void starting.then((started) => started.stop()).catch(() => undefined);
  }

  /**
   * A runner of graphile-worker 0.18 that failed twice to report a job never resolves. The session therefore ends with
   * its jobs, and jobs that take too long are abandoned.
   */
  async function waitForEnd(): Promise<void> {
    const over = runner.promise.catch((error) => log.warn({ reason: String(error) }, 'job-worker.failed'));
    await Promise.race([over, stopping]);
    const idle = new Promise<void>((resolve) => {
      const look = () => active.size === 0 && resolve();
      events.on('job:complete', look);
      look();
    });
    if (!(await isWithin(Promise.race([over, idle]), 10_000))) {
      log.warn({ jobs: [...active] }, 'job-worker.jobs.abandoned');
      await isWithin(runner.kill(), 5000);
    }
    // A runner that does not end would keep polling for jobs.
    if (!(await isWithin(over, 1000))) await isWithin(runner.kill(), 1000);
    await isWithin(pool.end(), 1000);
  }
}

/** Result of the promise, or an error after the timeout. */
async function soon<T>(promise: Promise<T>, limitMs: number): Promise<T> {
  if (await isWithin(promise, limitMs)) return promise;
  throw new Error(`The job worker did not start within ${limitMs} ms.`);
}

/** Whether the promise settles in time. */
async function isWithin(promise: Promise<unknown>, limitMs: number): Promise<boolean> {
  const timer = new AbortController();
  const settled = promise.then(
    () => true,
    () => true,
  );
  const late = sleep(limitMs, false, { signal: timer.signal }).catch(() => false);
  const result = await Promise.race([settled, late]);
  timer.abort();
  return result;
}
