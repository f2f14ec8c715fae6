import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows } from '../../test/support/rows.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { reconcileGridJob } from '../domain/jobs.ts';
import { silentLog } from '../lib/log.ts';
import { openSealer } from '../lib/seal.ts';
import { backup } from './backup.ts';
import { tablesInOrder } from './backup-format.ts';
import { type Database, openDatabase } from './database.ts';
import { startEmbedded } from './embedded/start-embedded.ts';
import { openFolderStore } from './files/folder-store.ts';
import { insertFrames } from './frames.ts';
import { addJob } from './jobs.ts';
import { restore } from './restore.ts';

const postgres = withDatabase();

/** Creates rows of every kind. */
async function fill(t: TestContext) {
  const database = await postgres.fresh();
  const dataDir = await temporaryFolder(t);
  const files = await openFolderStore(dataDir);
  const sealer = await openSealer(join(dataDir, 'seal.key'));
  const content = randomBytes(200_000);
  const staged = await files.stage(Readable.from([content]), { maxBytes: 1_000_000 });
  const storageKey = await files.keep(staged);
  await files.keep(await files.stage(Readable.from([]), { maxBytes: 1 }));
  await files.stage(Readable.from(['never kept']), { maxBytes: 100 });
  await writeFile(join(dataDir, 'token'), 'the token', { mode: 0o600 });
  await writeFile(join(dataDir, 'postgres.log'), 'noise');
  await symlink('/etc/passwd', join(dataDir, 'a-link'));

  const { runId, accountId, executions } = await insertRunRows(database, { grids: 2 });
  await database.query(
    `update runs set name = $2, notes = 'two\\nlines, "quoted" \\ (and) more', tags = array['a,b', null, '', '{}'],
      report = '{"a": [1, null]}', stopped_at = '2026-02-03T04:05:06.789123Z'
    where id = $1`,
    [runId, 'Ünïcode ✓\u0001'],
  );
  await database.query(
    `insert into run_files (id, run_id, position, name, size_bytes, sha256, storage_key)
    values ('file', $1, 0, 'plan.jmx', $2, $3, $4)`,
    [runId, staged.sizeBytes, staged.sha256, storageKey],
  );
  await database.query("insert into users (account_id, email, role) values ($1, 'a@example.com', 'owner')", [
    accountId,
  ]);
  await database.query(
    "insert into tokens (user_id, name, hash, sealed) select id, 'x', '\\x00ff', $1 from users",
    [sealer.seal('the secret')],
  );
  const executionId = executions[0]?.executionId ?? '';
  const frames = Array.from({ length: 450 }, (_, index) => ({
    executionId,
    runId,
    seq: index + 1,
    second: index,
    samples: 1,
    payload: randomBytes(index),
  }));
  await insertFrames(database, frames);
  // A used and deleted number must not be issued again.
  await database.query("insert into projects (account_id, name) values ($1, 'gone')", [accountId]);
  await database.query("delete from projects where name = 'gone'");
  const runAt = new Date(Date.now() + 3_600_000);
  await addJob(database, reconcileGridJob, { gridId: 'x' }, runAt);
  return { database, dataDir, storageKey, content };
}

async function dump(database: Database): Promise<Record<string, string[]>> {
  const dumped: Record<string, string[]> = {};
  for (const table of await tablesInOrder(database)) {
    const rows = await database.query<{ row: string }>(
      `select ${table}::text as row from ${table} order by 1`,
    );
    dumped[table] = rows.map(({ row }) => row);
  }
  const jobs = await database.query<{ row: string }>(
    'select row(task_identifier, key, run_at, max_attempts)::text as row from graphile_worker.jobs',
  );
  dumped.jobs = jobs.map(({ row }) => row);
  return dumped;
}

test('restores a backup into an empty data folder completely', async (t) => {
  const { database, dataDir, storageKey, content } = await fill(t);
  const before = await dump(database);
  const elsewhere = await temporaryFolder(t);
  const out = join(elsewhere, 'backup.tar');
  const summary = await backup({ database, dataDir, out });
  assert.equal((await stat(out)).mode & 0o777, 0o600);
  assert.deepEqual({ jobs: summary.jobs, files: summary.files }, { jobs: 1, files: 4 });

  const restored = join(elsewhere, 'restored');
  await restore({ dataDir: restored, from: out, log: silentLog });
  const embedded = await startEmbedded({ dataDir: restored, log: silentLog });
  t.after(() => embedded.stop());
  const copy = openDatabase({ url: embedded.url, log: silentLog });
  t.after(() => copy.close());
  assert.deepEqual(await dump(copy), before);

  const files = await openFolderStore(restored);
  assert.deepEqual(await buffer(await files.open(storageKey)), content);
  assert.equal(await readFile(join(restored, 'token'), 'utf8'), 'the token');
  assert.equal((await stat(join(restored, 'seal.key'))).mode & 0o777, 0o600);
  const [token] = await copy.query<{ sealed: Buffer }>('select sealed from tokens');
  const sealer = await openSealer(join(restored, 'seal.key'));
  assert.equal(token && sealer.open(token.sealed), 'the secret');
  await assert.rejects(stat(join(restored, 'a-link')), { code: 'ENOENT' });

  // Sequences continue.
  for (const table of ['projects', 'runs', 'grids']) {
    const column = table === 'projects' ? 'id' : 'number';
    const next = async (db: Database) =>
      (
        await db.query<{ next: number }>(
          `select nextval(pg_get_serial_sequence('${table}', '${column}')) as next`,
        )
      )[0]?.next;
    assert.equal(await next(copy), await next(database), table);
  }
});

test('restores into an empty external database', async (t) => {
  const { database, dataDir } = await fill(t);
  const elsewhere = await temporaryFolder(t);
  const out = join(elsewhere, 'backup.tar');
  await backup({ database, dataDir, out });
  const url = await postgres.emptyUrl();
  await restore({ dataDir: join(elsewhere, 'restored'), url, from: out, log: silentLog });
  const copy = openDatabase({ url, log: silentLog });
  t.after(() => copy.close());
  assert.deepEqual(await dump(copy), await dump(database));
  await assert.rejects(
    restore({ dataDir: join(elsewhere, 'again'), url, from: out, log: silentLog }),
    /is not empty. Restore into an empty database/,
  );
});

test('is a consistent snapshot while the service is writing', async (t) => {
  const { database, dataDir } = await fill(t);
  const out = join(await temporaryFolder(t), 'backup.tar');
  const { runId, executions } = await insertRunRows(database);
  let isOver = false;
  const write = async () => {
    for (let seq = 1; !isOver; seq++) {
      const executionId = executions[0]?.executionId ?? '';
      await insertFrames(database, [
        { executionId, runId, seq, second: seq, samples: 1, payload: randomBytes(10) },
      ]);
    }
  };
  const writing = write();
  await backup({ database, dataDir, out });
  isOver = true;
  await writing;
  const url = await postgres.emptyUrl();
  await restore({ dataDir: join(await temporaryFolder(t), 'restored'), url, from: out, log: silentLog });
  const copy = openDatabase({ url, log: silentLog });
  t.after(() => copy.close());
  // Frames and marks are written in one transaction, so the backup contains both or neither.
  const [row] = await copy.query<{ frames: number; marks: number }>(
    `select (select count(*) from frames where run_id = $1) as frames,
      (select count(*) from dirty_rollups where run_id = $1) as marks`,
    [runId],
  );
  assert.equal(row?.frames, row?.marks);
});

test('rejects a folder that is not empty, and a file that is not a backup', async (t) => {
  const folder = await temporaryFolder(t);
  const from = join(folder, 'not-a-backup.tar');
  await writeFile(from, 'hello');
  await assert.rejects(restore({ dataDir: folder, from, log: silentLog }), /is not empty/);
  await assert.rejects(
    restore({ dataDir: join(folder, 'new'), from, log: silentLog }),
    /is not a backup of Spate/,
  );
  await assert.rejects(stat(join(folder, 'new')), { code: 'ENOENT' });
});

test('a truncated backup does not leave a usable data folder', async (t) => {
  const { database, dataDir } = await fill(t);
  const elsewhere = await temporaryFolder(t);
  const out = join(elsewhere, 'backup.tar');
  await backup({ database, dataDir, out });
  const { size } = await stat(out);
  for (const keep of [0.3, 0.9]) {
    await backup({ database, dataDir, out });
    await truncate(out, Math.floor((size * keep) / 512) * 512);
    const restored = join(elsewhere, `restored-${keep}`);
    await assert.rejects(restore({ dataDir: restored, from: out, log: silentLog }), /The backup is corrupt/);
    await assert.rejects(startEmbedded({ dataDir: restored, log: silentLog }), /an unfinished restore/);
  }
});

test('leaves no partial backup when it fails', async (t) => {
  const { database, dataDir } = await fill(t);
  const elsewhere = await temporaryFolder(t);
  await assert.rejects(backup({ database, dataDir, out: join(elsewhere, 'missing', 'backup.tar') }), {
    code: 'ENOENT',
  });
  // Reading the last table fails.
  await database.query('create table zzz (a int, b int generated always as (1 / a) virtual)');
  await database.query('insert into zzz values (1), (0)');
  await assert.rejects(backup({ database, dataDir, out: join(elsewhere, 'backup.tar') }), /division by zero/);
  assert.deepEqual(await readdir(elsewhere), []);
});

test('does not include itself when written into the data folder', async (t) => {
  const { database, dataDir } = await fill(t);
  const out = join(dataDir, 'backup.tar');
  const first = await backup({ database, dataDir, out });
  const second = await backup({ database, dataDir, out });
  assert.equal(second.files, first.files);
});
