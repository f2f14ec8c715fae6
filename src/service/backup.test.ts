import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { notTested } from '../../test/support/not-tested.ts';
import { isFullSuite } from '../../test/support/suite.ts';
import { loadConfig } from '../config/load.ts';
import { silentLog } from '../lib/log.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { startEmbedded } from '../store/embedded/start-embedded.ts';
import { migrate } from '../store/migrate.ts';
import { backup, restore } from './backup.ts';

const log = silentLog;

/** Runs `work` on the database of a data folder, with the server that a service would have running. */
async function withService<T>(dataDir: string, work: (database: Database) => Promise<T>): Promise<T> {
  const embedded = await startEmbedded({ dataDir, log });
  const database = openDatabase({ url: embedded.url, log });
  try {
    await migrate({ database, log });
    return await work(database);
  } finally {
    await database.close();
    await embedded.stop();
  }
}

async function emailsIn(database: Database): Promise<string[]> {
  const rows = await database.query<{ email: string }>('select email from accounts');
  return rows.map((row) => row.email);
}

test('backs up beside a running service and without one, and restores both', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'spate-backup-'));
  t.after(() => rm(folder, { recursive: true }));
  const dataDir = join(folder, 'data');
  const configFor = (dir: string) => loadConfig({ dataDir: dir }, {});
  const beside = join(folder, 'beside.tar');
  const alone = join(folder, 'alone.tar');

  await withService(dataDir, async (database) => {
    await database.query("insert into accounts (email) values ('ada@example.com')");
    await backup(configFor(dataDir), beside, log);
    assert.deepEqual(await emailsIn(database), ['ada@example.com'], 'the service continues');
  });
  await backup(configFor(dataDir), alone, log);

  if (!isFullSuite()) notTested('a backup without the service can be restored');
  for (const from of isFullSuite() ? [beside, alone] : [beside]) {
    const restored = `${from}.data`;
    await restore(configFor(restored), from, log);
    assert.deepEqual(await withService(restored, emailsIn), ['ada@example.com']);
  }
});
