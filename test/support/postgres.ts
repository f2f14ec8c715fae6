import { mkdtemp } from 'node:fs/promises';
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

interface OwnPostgres extends TestPostgres {
  /** The process of the server, for tests that kill it; it restarts automatically. */
  pid(): number;
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
export function withOwnPostgres(): Omit<OwnPostgres, 'stop'> {
  const server = duringTests(startOwnPostgres);
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

async function startOwnPostgres(): Promise<OwnPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'spate-test-'));
  const remove = removeAtExit(dataDir);
  const isCopy = await copyCluster(dataDir);
  const server = await startEmbedded({ dataDir, log: silentLog, settings: testSettings });
  if (!isCopy) await addMigratedDatabase(server.url);
  const databases = openTestDatabases(server.url);
  return {
    ...databases,
    pid: server.pid,
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
