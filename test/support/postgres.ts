import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { silentLog } from '../../src/lib/log.ts';
import { startEmbedded } from '../../src/store/embedded/start-embedded.ts';
import { addMigratedDatabase, copyCluster, sharedServerUrl, testSettings } from './cluster.ts';
import { removeAtExit } from './remove-at-exit.ts';
import { openTestDatabases, type TestDatabases } from './test-databases.ts';

export interface TestPostgres extends Pick<TestDatabases, 'fresh' | 'freshUrl' | 'emptyUrl'> {
  /** Closes the connections and removes the databases. */
  stop(): Promise<void>;
}

export interface OwnPostgres extends TestPostgres {
  /** The process of the server, for tests that kill it; it restarts automatically. */
  pid(): number;
  log(): Promise<string>;
}

/**
 * Databases for the tests of a file, on the server of the test run; call it at the top of the file.
 * `const postgres = withDatabase();` and in each test `const database = await postgres.fresh();`
 */
export function withDatabase(): Omit<TestPostgres, 'stop'> {
  const server = duringTests(startTestPostgres);
  return {
    fresh: (options) => server().fresh(options),
    freshUrl: () => server().freshUrl(),
    emptyUrl: () => server().emptyUrl(),
  };
}

/** Like `withDatabase`, on a server that no other file uses, for tests that kill it. */
export function withOwnPostgres(): Omit<OwnPostgres, 'stop' | 'log'> {
  const server = duringTests(() => startOwnPostgres());
  return {
    fresh: (options) => server().fresh(options),
    freshUrl: () => server().freshUrl(),
    emptyUrl: () => server().emptyUrl(),
    pid: () => server().pid(),
  };
}

/** Like `withDatabase`, without hooks. A file that runs without `npm test` starts its own server. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const url = sharedServerUrl();
  if (url === undefined) return startOwnPostgres();
  const databases = openTestDatabases(url);
  return { ...databases, stop: databases.drop };
}

/** Like `withOwnPostgres`, without hooks, below a given folder. */
export async function startOwnPostgres(parent = tmpdir(), settings = {}): Promise<OwnPostgres> {
  const dataDir = await mkdtemp(join(parent, 'spate-test-'));
  const remove = removeAtExit(dataDir);
  const isCopy = await copyCluster(dataDir);
  const server = await startEmbedded({ dataDir, log: silentLog, settings: { ...testSettings, ...settings } });
  if (!isCopy) await addMigratedDatabase(server.url);
  const databases = openTestDatabases(server.url);
  return {
    ...databases,
    pid: server.pid,
    log: () => readFile(join(dataDir, 'postgres.log'), 'utf8'),
    async stop() {
      await databases.close();
      await server.stop();
      await remove();
    },
  };
}

function duringTests<Server extends TestPostgres>(start: () => Promise<Server>): () => Server {
  let started: Server | undefined;
  before(async () => {
    started = await start();
  });
  after(() => started?.stop());
  return () => {
    if (!started) throw new Error('The database exists only inside tests and hooks.');
    return started;
  };
}
