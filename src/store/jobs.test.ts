import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { withOwnPostgres } from '../../test/support/postgres.ts';
import { until } from '../../test/support/until.ts';
import { jobKind } from '../domain/jobs.ts';
import { silentLog } from '../lib/log.ts';
import { type Database, type DatabaseOptions, openDatabase } from './database.ts';
import { addJob, onJob, removeUnusedJobRows, startWorker, type WorkerOptions } from './jobs.ts';

const postgres = withOwnPostgres();
const greet = jobKind('greet', []);
const greetOnce = jobKind('greet', ['name'], () => 'one');
const note = jobKind('note', ['number']);
const serial = jobKind('serial', ['name'], () => 'one at a time', { isSerial: true });

async function startFor(
  t: TestContext,
  options: Partial<WorkerOptions> & Pick<WorkerOptions, 'database' | 'handlers'>,
) {
  const worker = await startWorker({ log: silentLog, concurrency: 2, ...options });
  t.after(() => worker.stop());
  return worker;
}

async function waitingJobs(database: Database): Promise<{ key: string | null; isTaken: boolean }[]> {
  return database.query(
    'select key, locked_by is not null as "isTaken" from graphile_worker.jobs order by id',
  );
}

test('runs a job added in a transaction after its commit', async (t) => {
  const database = await postgres.fresh();
  const done: unknown[] = [];
  await startFor(t, { database, handlers: [onJob(greet, async (payload) => void done.push(payload))] });
  await assert.rejects(
    database.transaction(async (tx) => {
      await addJob(tx, greet, { name: 'rolled back' });
      throw new Error('rolled back');
    }),
  );
  await database.transaction((tx) => addJob(tx, greet, { name: 'Ann' }));
  await until('the job', () => done.length > 0);
  await until('the queue to be empty', async () => (await waitingJobs(database)).length === 0);
  assert.deepEqual(done, [{ name: 'Ann' }]);
});

/** A database whose dedicated connections go through a TCP port, one after the other to `accept`. */
async function databaseBehind(
  t: TestContext,
  accept: (client: Socket, upstream: Socket) => void,
  options: Partial<DatabaseOptions> = {},
): Promise<Database> {
  const url = await postgres.freshUrl();
  const { searchParams, username, pathname } = new URL(url);
  const socket = `${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}`;
  const server = createServer((client) => {
    const upstream = connect(socket);
    for (const side of [client, upstream]) side.on('error', () => {}).on('close', () => upstream.destroy());
    accept(client, upstream);
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const directUrl = `postgresql://${username}@127.0.0.1:${port}${pathname}`;
  const database = openDatabase({ url, directUrl, log: silentLog, ...options });
  t.after(() => database.close());
  return database;
}

test('starts although the first connections of the worker break', async (t) => {
  let connections = 0;
  const database = await databaseBehind(t, (client, upstream) => {
    connections += 1;
    // The first ones break during their first statement.
    if (connections <= 2) client.once('data', () => client.destroy());
    else client.pipe(upstream).pipe(client);
  });
  const done: unknown[] = [];
  await startFor(t, { database, handlers: [onJob(greet, async (payload) => void done.push(payload))] });
  await addJob(database, greet, { name: 'Ann' });
  await until('the job', () => done.length > 0);
  assert.ok(connections > 2);
});

test('works on after a host of PostgreSQL vanished without closing its connections', async (t) => {
  const beforeFailover: Socket[] = [];
  let hasVanished = false;
  const database = await databaseBehind(
    t,
    (client, upstream) => {
      if (!hasVanished) beforeFailover.push(client, upstream);
      client.pipe(upstream).pipe(client);
    },
    // The client waits for 5 s more. The statements themselves must end in time on a busy machine.
    { statementTimeoutMs: 5_000 },
  );
  t.after(() => beforeFailover.forEach((side) => void side.destroy()));
  const done = new Set<string>();
  const greetByName = jobKind('greet', ['name']);
  const handlers = [onJob(greetByName, async ({ name }) => void done.add(name))];
  await startFor(t, { database, handlers });
  await addJob(database, greetByName, { name: 'before' });
  await until('the first job', () => done.has('before'));
  hasVanished = true;
  for (const side of beforeFailover) side.unpipe().pause();
  // The first job may run again: PostgreSQL may not have heard that it was done.
  await addJob(database, greetByName, { name: 'after' });
  await until('the second job', () => done.has('after'));
});

test('keeps one pending job per key, with the newest payload', async (t) => {
  const database = await postgres.fresh();
  const later = new Date(Date.now() + 3_600_000);
  await addJob(database, greetOnce, { name: 'first' }, later);
  const rows = await database.query<{ run_at: Date }>('select run_at from graphile_worker.jobs');
  assert.deepEqual(rows, [{ run_at: later }]);
  await addJob(database, greetOnce, { name: 'second' }, new Date());
  assert.equal((await waitingJobs(database)).length, 1);
  const done: unknown[] = [];
  await startFor(t, { database, handlers: [onJob(greet, async (payload) => void done.push(payload))] });
  await until('the job', () => done.length > 0);
  assert.deepEqual(done, [{ name: 'second' }]);
});

test('retries a failed job', async (t) => {
  const database = await postgres.fresh();
  let attempts = 0;
  await startFor(t, {
    database,
    handlers: [
      onJob(greet, async () => {
        if (++attempts === 1) throw new Error('not yet');
      }),
    ],
  });
  await addJob(database, greet, {});
  await until('the second attempt', () => attempts === 2);
});

test('another worker runs the job of a killed worker within seconds', async (t) => {
  const url = await postgres.freshUrl();
  const database = openDatabase({ url, log: silentLog });
  t.after(() => database.close());
  const script = join(import.meta.dirname, '../../test/support/job-worker.ts');
  const child = spawn(process.execPath, [script, url], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  await addJob(database, greet, {});
  await once(createInterface({ input: child.stdout }), 'line');
  let done = 0;
  await startFor(t, {
    database,
    heartbeatMs: 100,
    silentAfterMs: 4000,
    handlers: [onJob(greet, async () => void done++)],
  });
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.equal(done, 0);
  await until('the job to be done elsewhere', () => done > 0);
});

test('a sole worker immediately unlocks the jobs of its killed predecessor', async (t) => {
  const database = await postgres.fresh();
  await addJob(database, greet, {});
  await database.query(
    "update graphile_worker._private_jobs set locked_by = 'pool-of-the-dead', locked_at = now(), attempts = 1",
  );
  let done = 0;
  const silentAfterMs = 3_600_000;
  await startFor(t, {
    database,
    silentAfterMs,
    isAlone: true,
    handlers: [onJob(greet, async () => void done++)],
  });
  await until('the job', () => done > 0);
});

test('a job that was added again while a worker ran it leaves no row when that worker is killed', async (t) => {
  const database = await postgres.fresh();
  const welcome = jobKind('welcome', [], () => 'one');
  await addJob(database, welcome, {});
  await database.query(
    "update graphile_worker._private_jobs set locked_by = 'pool-of-the-dead', locked_at = now(), attempts = 1",
  );
  await addJob(database, welcome, {});
  const rows = () => database.query('select from graphile_worker._private_jobs');
  assert.equal((await rows()).length, 2);
  let done = 0;
  await startFor(t, { database, isAlone: true, handlers: [onJob(welcome, async () => void done++)] });
  await until('no row', async () => (await rows()).length === 0);
  assert.equal(done, 1);
});

test('does not unlock the jobs of a running worker', async (t) => {
  const database = await postgres.fresh();
  let release: () => void = () => undefined;
  let begun = 0;
  const handlers = [
    onJob(greet, () => {
      begun++;
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    }),
  ];
  await startFor(t, { database, handlers, heartbeatMs: 3_600_000 });
  await addJob(database, greet, {});
  await until('the job to be taken', () => begun === 1);
  // However slow the machine is, the job is old, its worker has a recent heartbeat, and the dead one has none.
  await database.query("update graphile_worker._private_jobs set locked_at = now() - interval '1 hour'");
  await database.query("update workers set seen_at = now() + interval '1 hour'");
  await database.query("insert into workers values ('pool-of-the-dead', now() - interval '1 hour')");
  // Another worker, which looks for lost workers.
  await startFor(t, { database, handlers, heartbeatMs: 20, silentAfterMs: 500 });
  await until('it found the dead one', async () => {
    const rows = await database.query("select from workers where id = 'pool-of-the-dead'");
    return rows.length === 0;
  });
  assert.deepEqual(await waitingJobs(database), [{ key: null, isTaken: true }]);
  assert.equal(begun, 1);
  release();
  await until('the job to end', async () => (await waitingJobs(database)).length === 0);
});

test('recovers a job that is locked for the worker without its knowledge', async (t) => {
  const database = await postgres.fresh();
  let done = 0;
  await startFor(t, {
    database,
    heartbeatMs: 50,
    silentAfterMs: 500,
    handlers: [onJob(greet, async () => void done++)],
  });
  const [worker] = await until('the worker to show itself', async () => {
    const rows = await database.query<{ id: string }>('select id from workers');
    return rows.length > 0 ? rows : undefined;
  });
  await database.transaction(async (tx) => {
    await addJob(tx, greet, {});
    await tx.query('update graphile_worker._private_jobs set locked_by = $1, locked_at = now()', [
      worker?.id,
    ]);
  });
  await until('the job', () => done > 0);
});

test('serial jobs with one key do not overlap, and each one runs', async (t) => {
  const database = await postgres.fresh();
  let running = 0;
  let most = 0;
  const done = new Set<string>();
  await startFor(t, {
    database,
    concurrency: 4,
    handlers: [
      onJob(serial, async ({ name }) => {
        most = Math.max(most, ++running);
        // A job with the same key that is added during this one is a separate job.
        if (!done.has('second')) await addJob(database, serial, { name: 'second' });
        await database.query('select pg_sleep(0.05)');
        running--;
        done.add(name);
      }),
    ],
  });
  await addJob(database, serial, { name: 'first' });
  await until('both jobs', () => done.size === 2 && running === 0);
  await until('the queue to be empty', async () => (await waitingJobs(database)).length === 0);
  assert.equal(most, 1);
  await removeUnusedJobRows(database);
  assert.deepEqual(await database.query('select from graphile_worker._private_job_queues'), []);
});

test('replaces a worker whose first query failed', async (t) => {
  const database = await postgres.fresh();
  const done: unknown[] = [];
  await database.query('alter table graphile_worker._private_tasks rename to hidden');
  const seen = new Set<string>();
  await startFor(t, {
    database,
    heartbeatMs: 50,
    handlers: [onJob(greet, async (payload) => void done.push(payload))],
  });
  await until('a second worker', async () => {
    for (const { id } of await database.query<{ id: string }>('select id from workers')) seen.add(id);
    return seen.size > 1;
  });
  await database.query('alter table graphile_worker.hidden rename to _private_tasks');
  await addJob(database, greet, { name: 'Ann' });
  await until('the job', () => done.length > 0);
});

test('runs every job although the database is killed repeatedly', async (t) => {
  const database = await postgres.fresh();
  const done = new Set<string>();
  await startFor(t, {
    database,
    concurrency: 4,
    heartbeatMs: 100,
    silentAfterMs: 2000,
    handlers: [
      onJob(note, async ({ number }) => {
        await database.query('select pg_sleep(0.01)');
        done.add(number);
      }),
    ],
  });
  let number = 0;
  for (let round = 0; round < 4; round++) {
    for (let each = 0; each < 50; each++) {
      const payload = { number: String(number++) };
      await database.transaction((tx) => addJob(tx, note, payload), { isIdempotent: true });
    }
    const before = postgres.pid();
    process.kill(before, 'SIGKILL');
    await until('PostgreSQL to be back', () => postgres.pid() !== before);
  }
  await until('all jobs to be done', () => done.size === number);
  await until('the queue to be empty', async () => (await waitingJobs(database)).length === 0);
});

test('stop waits for the running job and removes the worker', async () => {
  const database = await postgres.fresh();
  let isDone = false;
  let isBegun = false;
  const worker = await startWorker({
    database,
    log: silentLog,
    concurrency: 1,
    handlers: [
      onJob(greet, async () => {
        isBegun = true;
        await database.query('select pg_sleep(0.5)');
        isDone = true;
      }),
    ],
  });
  await addJob(database, greet, {});
  await until('the job to begin', () => isBegun);
  await worker.stop();
  assert.equal(isDone, true);
  assert.deepEqual(await waitingJobs(database), []);
  assert.deepEqual(await database.query('select id from workers'), []);
});
