import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows } from '../../test/support/rows.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { retentionJob } from '../domain/jobs.ts';
import { silentLog } from '../lib/log.ts';
import { openDatabase } from './database.ts';
import { addJob } from './jobs.ts';
import { migrate, planMigrations, readMigrations, schemaVersion } from './migrate.ts';

const postgres = withDatabase();

async function openEmpty(t: TestContext) {
  const database = openDatabase({ url: await postgres.emptyUrl(), log: silentLog });
  t.after(() => database.close());
  return database;
}

async function folderOf(t: TestContext, files: Record<string, string>): Promise<string> {
  const folder = await temporaryFolder(t);
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql);
  return folder;
}

test('migrates an empty database, including the job queue, also concurrently', async (t) => {
  const url = await postgres.emptyUrl();
  const services = [1, 2, 3].map(() => openDatabase({ url, log: silentLog }));
  t.after(() => Promise.all(services.map((service) => service.close())));
  await Promise.all(services.map((database) => migrate({ database, log: silentLog })));
  const [database] = services;
  assert.ok(database);
  assert.equal(await schemaVersion(database), (await readMigrations()).at(-1)?.number);
  await addJob(database, retentionJob, {});
  await migrate({ database, log: silentLog });
});

test('migrations are numbered without gaps', async () => {
  const numbers = (await readMigrations()).map(({ number }) => number);
  assert.deepEqual(
    numbers,
    numbers.map((_, index) => index + 1),
  );
});

test('applies each migration atomically, and resumes after a failure', async (t) => {
  const database = await openEmpty(t);
  const folder = await folderOf(t, {
    '0001-a.sql': 'create table a (id int);',
    '0002-b.sql': 'create table b (id int); select 1 / 0;',
  });
  await assert.rejects(migrate({ database, log: silentLog, folder }), /division by zero/);
  assert.equal(await schemaVersion(database), 1);
  await writeFile(join(folder, '0002-b.sql'), 'create table b (id int);');
  await migrate({ database, log: silentLog, folder });
  assert.equal(await schemaVersion(database), 2);
});

test('derives verdicts for runs that ended before verdicts were stored', async (t) => {
  const database = await openEmpty(t);
  await migrate({ database, log: silentLog, upTo: 11 });
  const measured = (passed: number, failed: number) => JSON.stringify({ passed, failed });
  const rows: [
    word: string,
    end: { figures: string; passed: boolean | null; errors: string[]; failIf: string[] },
  ][] = [
    ['passed', { figures: measured(10, 0), passed: null, errors: [], failIf: [] }],
    ['passed', { figures: measured(9, 1), passed: true, errors: [], failIf: ['errors > 20%'] }],
    ['finished_with_errors', { figures: measured(9, 1), passed: true, errors: [], failIf: ['p95 > 1s'] }],
    ['failed', { figures: measured(9, 1), passed: false, errors: ['lost'], failIf: ['p95 > 1s'] }],
    ['broken', { figures: measured(0, 0), passed: null, errors: [], failIf: [] }],
    ['broken', { figures: measured(9, 0), passed: null, errors: [], failIf: ['p95 > 1s'] }],
    ['broken', { figures: measured(9, 0), passed: true, errors: ['lost'], failIf: ['p95 > 1s'] }],
  ];
  const ids: string[] = [];
  for (const [, { figures, passed, errors, failIf }] of rows) {
    const { runId } = await insertRunRows(database);
    ids.push(runId);
    await database.query(
      `update runs set phase = 'finished', figures = $2, passed = $3, remote_errors = $4, fail_if = $5 where id = $1`,
      [runId, figures, passed, errors, failIf],
    );
  }
  const { runId: going } = await insertRunRows(database);
  await migrate({ database, log: silentLog });
  const found = await database.query<{ id: string; verdict: string | null; doubts: string[] | null }>(
    `select id, verdict, doubts from runs`,
  );
  const verdictOf = (id: string) => found.find((row) => row.id === id)?.verdict;
  assert.deepEqual(
    ids.map(verdictOf),
    rows.map(([word]) => word),
  );
  assert.equal(verdictOf(going), null);
  assert.ok(found.every(({ doubts }) => doubts === null));
});

test('plans what a start would do: missing migrations, a changed one, a newer database', async (t) => {
  const database = await openEmpty(t);
  const files = { '0001-a.sql': 'create table a (id int);', '0002-b.sql': 'create table b (id int);' };
  const folder = await folderOf(t, files);
  const plan = { applied: 0, newest: 2, missing: ['0001-a.sql', '0002-b.sql'], obstacle: null };
  assert.deepEqual(await planMigrations(database, folder), plan);
  await migrate({ database, log: silentLog, folder, upTo: 1 });
  assert.deepEqual(await planMigrations(database, folder), { ...plan, applied: 1, missing: ['0002-b.sql'] });
  await migrate({ database, log: silentLog, folder });
  assert.deepEqual(await planMigrations(database, folder), { ...plan, applied: 2, missing: [] });
  const changed = await folderOf(t, { ...files, '0001-a.sql': 'create table other (id int);' });
  assert.match((await planMigrations(database, changed)).obstacle ?? '', /0001-a\.sql differs/);
  const older = await folderOf(t, { '0001-a.sql': files['0001-a.sql'] });
  assert.match((await planMigrations(database, older)).obstacle ?? '', /schema version 2; .* up to 1/);
});

test('rejects a database that is newer than the code', async (t) => {
  const database = await openEmpty(t);
  const older = await folderOf(t, { '0001-a.sql': 'select 1' });
  const newer = await folderOf(t, { '0001-a.sql': 'select 1', '0002-b.sql': 'select 2' });
  await migrate({ database, log: silentLog, folder: newer });
  await assert.rejects(
    migrate({ database, log: silentLog, folder: older }),
    /The database has schema version 2; this version of Spate supports up to 1/,
  );
});

test('rejects a migration that was changed after it was applied', async (t) => {
  const database = await openEmpty(t);
  const folder = await folderOf(t, { '0001-a.sql': 'select 1' });
  await migrate({ database, log: silentLog, folder });
  await writeFile(join(folder, '0001-a.sql'), 'select 2');
  await assert.rejects(
    migrate({ database, log: silentLog, folder }),
    /0001-a.sql differs from the one applied/,
  );
});
