import { execFile } from 'node:child_process';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../../src/lib/free-port.ts';
import { silentLog } from '../../src/lib/log.ts';
import { isAlive, signalProcess, waitForEnd } from '../../src/lib/process-identity.ts';
import { findBinaries } from '../../src/store/embedded/binaries.ts';
import { createCluster } from '../../src/store/embedded/create-cluster.ts';
import { type Postmaster, startPostmaster, stopPostmaster } from '../../src/store/embedded/postmaster.ts';
import { asMyself, asUser, isRoot, unusedUid } from '../../src/store/embedded/run-as.ts';
import type { PostgresSettings } from '../../src/store/embedded/settings.ts';
import { afterwards } from './afterwards.ts';
import { testSettings } from './cluster.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

/** A PostgreSQL server on a loopback port, which nothing restarts. */
export interface PostgresServer {
  data: string;
  port: number;
  start(settings: PostgresSettings): Promise<void>;
  /** Writes a file that only the server can read, and returns its path. */
  addFile(name: string, content: string): Promise<string>;
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Copies the files of the stopped primary. */
  copyFromPrimary(): Promise<void>;
}

/** A server with these settings, started. */
export async function startPostgresServer(
  t: TestContext,
  settings: PostgresSettings = {},
): Promise<PostgresServer> {
  const server = await createServer(t, join(await temporaryFolder(t), 'server'));
  await server.start(settings);
  return server;
}

export async function createServer(
  t: TestContext,
  home: string,
  primary?: PostgresServer,
): Promise<PostgresServer> {
  const binaries = await findBinaries();
  const data = join(home, 'data');
  const port = await freePort();
  const uid = isRoot() ? await unusedUid() : undefined;
  await mkdir(home, { mode: 0o700 });
  if (!primary) await createCluster(data, binaries, uid);
  if (uid !== undefined) await chown(home, uid, uid);
  let running: Postmaster | undefined;
  const stop = async () => {
    if (running && isAlive(running.identity)) await stopPostmaster(running, silentLog);
  };
  afterwards(t, stop);
  return {
    data,
    port,
    stop,
    async addFile(name, content) {
      const path = join(home, name);
      await writeFile(path, content, { mode: 0o600 });
      if (uid !== undefined) await chown(path, uid, uid);
      return path;
    },
    async start(settings) {
      const runAs =
        uid === undefined ? asMyself : await asUser(uid, { program: binaries.postgres, folder: data });
      running = await startPostmaster({
        data,
        socketFolder: home,
        logFile: join(home, 'server.log'),
        binaries,
        runAs,
        settings: {
          ...testSettings,
          listen_addresses: '127.0.0.1',
          port,
          ...settings,
        },
        log: silentLog,
      });
      await until('PostgreSQL accepts connections', () =>
        query(port, 'select 1', 'postgres').then(
          () => true,
          () => false,
        ),
      );
    },
    async kill() {
      if (!running) throw new Error('The server is not running.');
      signalProcess(running.identity, 'SIGKILL');
      await waitForEnd(running.identity, 10_000);
    },
    async copyFromPrimary() {
      await promisify(execFile)('/bin/cp', ['-a', primary?.data ?? '', data]);
      await writeFile(join(data, 'standby.signal'), '');
    },
  };
}

export async function query<Row extends object>(
  port: number,
  text: string,
  database = 'spate',
): Promise<Row[]> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'spate', database });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
