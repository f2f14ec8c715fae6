import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { type Log, silentLog } from '../../src/lib/log.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { startEmbedded } from '../../src/store/embedded/start-embedded.ts';
import { addMigratedDatabase, copyCluster, databaseUrl, migratedDatabase, testSettings } from './cluster.ts';

export interface TestPostgres {
  /** A new database with all migrations; closed by itself at the end. */
  fresh(options?: { log?: Log; maxConnections?: number; patienceMs?: number }): Promise<Database>;
  /** The connection string of a new database with all migrations, for other processes. */
  freshUrl(): Promise<string>;
  /** The connection string of a new database with nothing in it. */
  emptyUrl(): Promise<string>;
  /** The server's process, to be killed; it is started again by itself. */
  pid(): number;
  stop(): Promise<void>;
}

/**
 * One real PostgreSQL for all tests of a file, on a socket in a temporary folder; call it at the top of the file.
 * `const postgres = withDatabase();` and in each test `const database = await postgres.fresh();`
 */
export function withDatabase(): Omit<TestPostgres, 'stop'> {
  let started: TestPostgres | undefined;
  const server = () => {
    if (!started) throw new Error('The database is there only inside of tests and hooks.');
    return started;
  };
  before(async () => {
    started = await startTestPostgres();
  });
  after(async () => {
    await started?.stop();
  });
  return {
    fresh: (options) => server().fresh(options),
    freshUrl: () => server().freshUrl(),
    emptyUrl: () => server().emptyUrl(),
    pid: () => server().pid(),
  };
}

/** The same without hooks, for benches and for tests that want their own. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'spate-test-'));
  const cleanUp = cleanUpAfterUs(dataDir);
  const isCopy = await copyCluster(dataDir);
  const server = await startEmbedded({ dataDir, log: silentLog, settings: testSettings });
  if (!isCopy) await addMigratedDatabase(server.url);

  const admin = openDatabase({ url: server.url, log: silentLog, maxConnections: 1 });
  const databases: Database[] = [];
  let count = 0;
  const create = async (template: string) => {
    const name = `test_${++count}`;
    await admin.query(`create database ${name} template ${template}`);
    return databaseUrl(server.url, name);
  };

  return {
    async fresh({ log = silentLog, ...options } = {}) {
      const database = openDatabase({ url: await create(migratedDatabase), log, ...options });
      databases.push(database);
      return database;
    },
    freshUrl: () => create(migratedDatabase),
    emptyUrl: () => create('template1'),
    pid: server.pid,
    async stop() {
      await Promise.all(databases.map((database) => database.close()));
      await admin.close();
      await server.stop();
      await cleanUp();
    },
  };
}

/**
 * Cleans up when this process is gone, however it ends: a shell that waits for the end of its input, which is the end of
 * us. Returns a function that has it done now.
 */
function cleanUpAfterUs(dataDir: string): () => Promise<void> {
  const script = `cat > /dev/null
    pid=$(head -n 1 "$1/postgres/data/postmaster.pid" 2> /dev/null) && kill -QUIT "$pid" 2> /dev/null
    for try in 1 2 3 4 5 6 7 8 9; do rm -rf "$1" && exit; sleep 0.2; done`;
  const shell = spawn('/bin/sh', ['-c', script, 'sh', dataDir], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  shell.unref();
  (shell.stdin as Socket).unref();
  return async () => {
    shell.ref();
    shell.stdin.end();
    if (shell.exitCode === null) await once(shell, 'exit');
  };
}
