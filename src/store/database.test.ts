import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { withOwnPostgres } from '../../test/support/postgres.ts';
import { until } from '../../test/support/until.ts';
import { AppError } from '../domain/errors.ts';
import { silentLog } from '../lib/log.ts';
import { openDatabase } from './database.ts';

const postgres = withOwnPostgres();

/** Kills the server and waits for its restart. */
async function restartPostgres(): Promise<void> {
  const before = postgres.pid();
  process.kill(before, 'SIGKILL');
  await until('PostgreSQL to be restarted', () => postgres.pid() !== before);
}

const gate = 7;
/** Waits while the gate is held. Advisory locks belong to one database. */
const waitAtGate = `pg_advisory_xact_lock(${gate})`;

/** A database with a gate, which is held until the server is killed. */
async function gated(t: TestContext) {
  const connectionString = await postgres.freshUrl();
  const database = openDatabase({ url: connectionString, log: silentLog });
  t.after(() => database.close());
  const holdGate = async () => {
    const holder = new pg.Client({ connectionString });
    holder.on('error', () => {});
    t.after(() => holder.end().catch(() => {}));
    await holder.connect();
    await holder.query(`select pg_advisory_lock(${gate})`);
  };
  const isWaiting = async () => {
    const rows = await database.query("select from pg_locks where locktype = 'advisory' and not granted");
    return rows.length > 0;
  };
  return { database, holdGate, isWaiting };
}

test('returns bigint as numbers, also in arrays', async () => {
  const database = await postgres.fresh();
  const rows = await database.query('select 9007199254740991::bigint as big, array[1::bigint, null] as many');
  assert.deepEqual(rows, [{ big: 9007199254740991, many: [1, null] }]);
});

test('commits a transaction and rolls back a failed one', async () => {
  const database = await postgres.fresh();
  await database.query('create table notes (text text)');
  await database.transaction(async (tx) => {
    await tx.query("insert into notes values ('kept')");
  });
  await assert.rejects(
    database.transaction(async (tx) => {
      await tx.query("insert into notes values ('lost')");
      throw new Error('no');
    }),
    /^Error: no$/,
  );
  assert.deepEqual(await database.query('select text from notes'), [{ text: 'kept' }]);
});

test('runs no statement of a failed transaction after its end', async () => {
  const database = await postgres.fresh({ maxConnections: 1 });
  await database.query('create table notes (text text)');
  await assert.rejects(
    database.transaction((tx) =>
      Promise.all([tx.query('select 1 / 0'), tx.query("insert into notes values ('late')")]),
    ),
    /division by zero/,
  );
  assert.deepEqual(await database.query('select text from notes'), []);
});

test('reports a transaction that failed although its work returned', async () => {
  const database = await postgres.fresh();
  const work = database.transaction(async (tx) => {
    await tx.query('select 1 / 0').catch(() => undefined);
  });
  await assert.rejects(work, /was rolled back/);
});

test('retries a transaction after a deadlock', async () => {
  const database = await postgres.fresh();
  await database.query('create table counters (id int primary key, value int not null)');
  await database.query('insert into counters values (1, 0), (2, 0)');
  let meeting = 0;
  const add = (first: number, second: number) =>
    database.transaction(async (tx) => {
      await tx.query('update counters set value = value + 1 where id = $1', [first]);
      meeting++;
      await until('both to hold a row', () => meeting >= 2);
      await tx.query('update counters set value = value + 1 where id = $1', [second]);
    });
  await Promise.all([add(1, 2), add(2, 1)]);
  assert.ok(meeting >= 3, 'one of the two ran again');
  assert.deepEqual(await database.query('select value from counters'), [{ value: 2 }, { value: 2 }]);
});

test('retries reads when the server is killed', async (t) => {
  const { database, holdGate, isWaiting } = await gated(t);
  await holdGate();
  const reading = database.query(`select ${waitAtGate}::text as waited, 'done' as state`);
  await until('the query to wait', isWaiting);
  process.kill(postgres.pid(), 'SIGKILL');
  assert.deepEqual(await reading, [{ waited: '', state: 'done' }]);
});

test('does not repeat an interrupted write, and reports an unknown outcome', async (t) => {
  const { database, holdGate, isWaiting } = await gated(t);
  await database.query('create table notes (text text)');
  await holdGate();
  const writing = assert.rejects(
    database.query(`insert into notes select 'once' from ${waitAtGate}`),
    (error) =>
      error instanceof AppError &&
      error.code === 'starting' &&
      /Check whether the change was made/.test(error.message),
  );
  await until('the write to wait', isWaiting);
  await restartPostgres();
  await writing;
  assert.deepEqual(await database.query('select text from notes'), []);
});

test('retries a write on a connection that broke while idle', async () => {
  const database = await postgres.fresh();
  await database.query('create table notes (text text)');
  await restartPostgres();
  await database.query("insert into notes values ('once')");
  assert.deepEqual(await database.query('select text from notes'), [{ text: 'once' }]);
});

test('retries a transaction that lost its connection before the commit', async () => {
  const database = await postgres.fresh();
  await database.query('create table notes (text text)');
  let runs = 0;
  await database.transaction(async (tx) => {
    await tx.query("insert into notes values ('once')");
    if (++runs === 1) await restartPostgres();
    await tx.query("insert into notes values ('twice')");
  });
  assert.equal(runs, 2);
  assert.deepEqual(await database.query('select text from notes'), [{ text: 'once' }, { text: 'twice' }]);
});

test('retries a transaction interrupted at its commit only if it is idempotent', async (t) => {
  const { database, holdGate, isWaiting } = await gated(t);
  await database.query('create table notes (text text)');
  // A deferred constraint delays the commit until the server is killed.
  await database.query(`create function slow() returns trigger language plpgsql as $$
    begin perform ${waitAtGate}; return null; end $$`);
  await database.query(`create constraint trigger slow_commit after insert on notes
    deferrable initially deferred for each row execute function slow()`);
  let runs = 0;
  const write = (isIdempotent: boolean) =>
    database.transaction(
      async (tx) => {
        runs++;
        await tx.query("insert into notes values ('kept')");
      },
      { isIdempotent },
    );
  const killAtCommit = async () => {
    await until('the commit to wait', isWaiting);
    await restartPostgres();
  };
  await holdGate();
  const [, outcome] = await Promise.all([killAtCommit(), write(false).catch((error: unknown) => error)]);
  assert.ok(
    outcome instanceof AppError && /Check whether the change was made/.test(outcome.message),
    String(outcome),
  );
  assert.equal(runs, 1);

  await holdGate();
  await Promise.all([killAtCommit(), write(true)]);
  assert.equal(runs, 3);
  assert.deepEqual(await database.query('select text from notes'), [{ text: 'kept' }]);
});

test('fails with an error when the database stays unreachable', async () => {
  const away = openDatabase({
    url: 'postgresql://spate@localhost/spate?host=%2Fnowhere',
    log: silentLog,
    connectTimeoutMs: 200,
  });
  await assert.rejects(
    away.query('select 1'),
    (error) => error instanceof AppError && error.code === 'starting',
  );
  await assert.rejects(
    away.transaction((tx) => tx.query('select 1')),
    (error) => error instanceof AppError && error.code === 'starting',
  );
  await away.close();
});

test('receives notifications, also after a database outage', async () => {
  const database = await postgres.fresh();
  const heard: string[] = [];
  let reconnects = 0;
  const stop = await database.listen(
    'Some channel',
    (payload) => heard.push(payload),
    () => reconnects++,
  );
  const notify = (payload: string) => database.query('select pg_notify($1, $2)', ['Some channel', payload]);
  await notify('before');
  await until('the first payload', () => heard.length === 1);
  await restartPostgres();
  await until('the listener to be back', () => reconnects === 1);
  await notify('after');
  await until('the second payload', () => heard.length === 2);
  assert.deepEqual(heard, ['before', 'after']);
  await stop();
  await notify('unheard');
  const [row] = await database.query<{ count: number }>(
    "select count(*) as count from pg_stat_activity where query like 'listen%' and datname = current_database()",
  );
  assert.equal(row?.count, 0);
  assert.equal(heard.length, 2);
});
