import { execFile } from 'node:child_process';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { silentLog } from '../../src/lib/log.ts';
import { openDatabase } from '../../src/store/database.ts';
import { startEmbedded } from '../../src/store/embedded/start-embedded.ts';
import { migrate } from '../../src/store/migrate.ts';
import { memoryFolder } from './memory-folder.ts';
import { removeAtExit } from './remove-at-exit.ts';

const clusterVariable = 'SPATE_TEST_CLUSTER';
const serverVariable = 'SPATE_TEST_POSTGRES';

/** Template database with all migrations. */
export const migratedDatabase = 'migrated';

/** A test database must survive a killed server, so commits stay synchronous, but not a power failure. */
export const testSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '32MB',
  max_connections: 100,
};

/**
 * For the server shared by all test files, which no test kills. Its autovacuum visits each database once per naptime.
 */
const sharedSettings = {
  ...testSettings,
  synchronous_commit: 'off',
  shared_buffers: '256MB',
  max_connections: 400,
  autovacuum_naptime: '2min',
  checkpoint_timeout: '30min',
  max_wal_size: '1GB',
};

/**
 * For the databases of the files that run at once, and their log. Each database is 600 files, which a journaling file
 * system creates and removes in six times the processor time of memory.
 */
const mostBytes = 4 * 2 ** 30;

/**
 * Starts the PostgreSQL server that all files of a test run share, and announces it in environment variables. Returns the
 * function that stops and removes it; both also happen when this process is killed.
 */
export async function startSharedPostgres(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(await memoryFolder(mostBytes), 'spate-test-postgres-'));
  const cluster = join(folder, 'cluster');
  const running = join(folder, 'running');
  const remove = removeAtExit(folder, running);
  await createMigratedCluster(cluster);
  process.env[clusterVariable] = cluster;
  await copyCluster(running);
  const server = await startEmbedded({ dataDir: running, log: silentLog, settings: sharedSettings });
  process.env[serverVariable] = server.url;
  return async () => {
    await server.stop();
    await remove();
  };
}

/** The server of `npm test`; undefined in a file that is run without it. */
export function sharedServerUrl(): string | undefined {
  return process.env[serverVariable];
}

/** Copies the migrated cluster of the test run into an empty data folder. Returns false when there is none. */
export async function copyCluster(dataDir: string): Promise<boolean> {
  const source = process.env[clusterVariable];
  if (source === undefined) return false;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await promisify(execFile)('/bin/cp', ['-a', join(source, 'postgres'), dataDir]);
  return true;
}

async function createMigratedCluster(dataDir: string): Promise<void> {
  const server = await startEmbedded({ dataDir, log: silentLog, settings: testSettings });
  await addMigratedDatabase(server.url);
  await server.stop();
}

export async function addMigratedDatabase(url: string): Promise<void> {
  const admin = openDatabase({ url, log: silentLog, maxConnections: 1 });
  await admin.query(`create database ${migratedDatabase}`);
  const migrated = openDatabase({ url: databaseUrl(url, migratedDatabase), log: silentLog });
  await migrate({ database: migrated, log: silentLog });
  await migrated.close();
  // A connection, also one of autovacuum, would make `create database … template` fail.
  await admin.query(`alter database ${migratedDatabase} with is_template true allow_connections false`);
  await admin.close();
}

/** The connection string of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
