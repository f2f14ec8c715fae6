import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { silentLog } from '../../src/lib/log.ts';
import { openDatabase } from '../../src/store/database.ts';
import { startEmbedded } from '../../src/store/embedded/start-embedded.ts';
import { migrate } from '../../src/store/migrate.ts';

const variable = 'SPATE_TEST_CLUSTER';

/** The database that new ones with all migrations are made from. */
export const migratedDatabase = 'migrated';

/** Nothing in a test has to survive a power cut. */
export const testSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '32MB',
  max_connections: 100,
};

/**
 * Makes one cluster for a whole run of tests, of which each test copies its own: making one takes seconds of processor time,
 * and some eighty are needed. Resolves with what removes it.
 */
export async function makeCluster(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'spate-test-cluster-'));
  const server = await startEmbedded({ dataDir, log: silentLog, settings: testSettings });
  await addMigratedDatabase(server.url);
  await server.stop();
  process.env[variable] = dataDir;
  return () => rm(dataDir, { recursive: true, force: true });
}

/** Puts a copy of that cluster into a data folder that has none. Says whether there was one: a file run alone has none. */
export async function copyCluster(dataDir: string): Promise<boolean> {
  const source = process.env[variable];
  if (source === undefined) return false;
  await promisify(execFile)('cp', ['-a', join(source, 'postgres'), dataDir]);
  return true;
}

export async function addMigratedDatabase(url: string): Promise<void> {
  const admin = openDatabase({ url, log: silentLog, maxConnections: 1 });
  await admin.query(`create database ${migratedDatabase}`);
  await admin.close();
  const migrated = openDatabase({ url: databaseUrl(url, migratedDatabase), log: silentLog });
  await migrate({ database: migrated, log: silentLog });
  await migrated.close();
}

/** The address of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
