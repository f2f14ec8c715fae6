import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows } from '../../test/support/rows.ts';
import { runContextFor } from '../../test/support/run-context.ts';
import { until } from '../../test/support/until.ts';
import { newId } from '../lib/id.ts';
import { insertArchive } from '../store/archives.ts';
import type { Database, Queryable } from '../store/database.ts';
import { addRunFailure } from '../store/run-failures.ts';
import { insertRunFiles, lockSharedFiles } from '../store/runs.ts';
import { removeExpired } from './retention.ts';

const postgres = withDatabase();
const week = { archives: 7, frames: 7, files: 7 };

async function sceneOf(t: TestContext) {
  const database = await postgres.fresh();
  const context = await runContextFor(t, database);
  const store = async () => {
    const staged = await context.files.stage(Readable.from(['a plan']), { maxBytes: 100 });
    return context.files.keep(staged);
  };
  const isThere = async (storageKey: string) => (await context.files.sizeOf(storageKey)) !== undefined;
  return { database, context, store, isThere };
}

function addFile(db: Queryable, runId: string, storageKey: string): Promise<void> {
  return insertRunFiles(db, runId, [
    { id: newId(), name: 'plan.jmx', sizeBytes: 6, sha256: 'x', storageKey },
  ]);
}

async function finish(database: Database, runId: string, daysAgo: number): Promise<void> {
  await database.query(
    `update runs set phase = 'finished', stopped_at = now() - make_interval(days => $2) where id = $1`,
    [runId, daysAgo],
  );
}

test('keeps a shared file while one of its runs is recent or open', async (t) => {
  const { database, context, store, isThere } = await sceneOf(t);
  const [{ runId: first }, { runId: repeat }] = [
    await insertRunRows(database),
    await insertRunRows(database),
  ];
  const key = await store();
  for (const runId of [first, repeat]) await addFile(database, runId, key);
  await finish(database, first, 30);
  await removeExpired(context, week);
  assert.equal(await isThere(key), true);
  await finish(database, repeat, 30);
  await removeExpired(context, week);
  assert.equal(await isThere(key), false);
});

test('a repeat being created keeps files that are about to expire', async (t) => {
  const { database, context, store, isThere } = await sceneOf(t);
  const { runId } = await insertRunRows(database);
  const key = await store();
  await addFile(database, runId, key);
  await finish(database, runId, 30);
  let removing: Promise<void> | undefined;
  const { runId: repeat } = await insertRunRows(database);
  await database.transaction(async (tx) => {
    assert.equal(await lockSharedFiles(tx, [key]), true);
    removing = removeExpired(context, week);
    await until('the removal waits', async () => {
      const [row] = await database.query<{ count: number }>(
        `select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return (row?.count ?? 0) > 0;
    });
    await addFile(tx, repeat, key);
  });
  await removing;
  assert.equal(await isThere(key), true);
  const removed = await database.query('select from run_files where removed_at is not null');
  assert.equal(removed.length, 0);
});

test('deletes frames, files and roll-ups of a deleted run', async (t) => {
  const { database, context, store, isThere } = await sceneOf(t);
  const { runId, executions } = await insertRunRows(database);
  const { runId: kept } = await insertRunRows(database);
  const [file, archive] = [await store(), await store()];
  await addFile(database, runId, file);
  const executionId = executions[0]?.executionId ?? '';
  await insertArchive(database, { key: 'k', runId, executionId, sizeBytes: 6, storageKey: archive });
  for (const id of [runId, kept]) {
    await database.query(`insert into rollups values ($1, '', 0, 0, 'x')`, [id]);
    await database.query(`insert into frames values ($1, 1, $1, 0, 0, 'x')`, [id]);
    await finish(database, id, 1);
  }
  await database.query(`update runs set deleted_at = now() where id = $1`, [runId]);
  await removeExpired(context, { archives: 0, frames: 0, files: 0 });
  assert.deepEqual([await isThere(file), await isThere(archive)], [false, false]);
  for (const table of ['frames', 'rollups'])
    assert.deepEqual(await database.query(`select run_id from ${table}`), [{ run_id: kept }]);
});

test('deletes an unreferenced file after a day', async (t) => {
  const { database, context, store, isThere } = await sceneOf(t);
  const { runId, executions } = await insertRunRows(database);
  const [known, archive, unknown] = [await store(), await store(), await store()];
  await addFile(database, runId, known);
  const executionId = executions[0]?.executionId ?? '';
  await insertArchive(database, { key: 'k', runId, executionId, sizeBytes: 6, storageKey: archive });
  await removeExpired(context, week);
  assert.equal(await isThere(unknown), true);
  const tomorrow = { nowMs: () => Date.now() + 25 * 60 * 60 * 1000 };
  await removeExpired({ ...context, grids: { ...context.grids, clock: tomorrow } }, week);
  assert.deepEqual(
    [await isThere(known), await isThere(archive), await isThere(unknown)],
    [true, true, false],
  );
});

test('deletes counts of failed steps after a day', async (t) => {
  const { database, context } = await sceneOf(t);
  const [old, recent] = [await insertRunRows(database), await insertRunRows(database)];
  for (const { runId } of [old, recent]) await addRunFailure(database, runId);
  await database.query(`update run_failures set failed_at = now() - interval '25 hours' where run_id = $1`, [
    old.runId,
  ]);
  await removeExpired(context, week);
  assert.deepEqual(await database.query('select run_id from run_failures'), [{ run_id: recent.runId }]);
});
