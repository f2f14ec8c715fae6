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

export interface ReplicatedPostgres {
  /** Both hosts, the primary first, of a new and empty database. */
  url: string;
  /** Ends the primary with SIGKILL. */
  killPrimary(): Promise<void>;
  /** Makes the standby accept writes. */
  promoteStandby(): Promise<void>;
}

/**
 * Two PostgreSQL servers on loopback ports: each commit waits for the standby (synchronous streaming replication).
 */
export async function startReplicatedPostgres(t: TestContext): Promise<ReplicatedPostgres> {
  const folder = await temporaryFolder(t);
  const primary = await createServer(t, join(folder, 'primary'));
  const standby = await createServer(t, join(folder, 'standby'), primary);

  // Without the standby, commits would wait for it.
  await primary.start({});
  await query(primary.port, 'create database spate', 'postgres');
  await primary.stop();
  await standby.copyFromPrimary();

  await primary.start({ synchronous_standby_names: '*' });
  await standby.start({ primary_conninfo: `host=127.0.0.1 port=${primary.port} user=spate` });
  await until('the standby follows the primary', async () => {
    const [row] = await query<{ state: string }>(
      primary.port,
      'select sync_state as state from pg_stat_replication',
    );
    return row?.state === 'sync';
  });
  return {
    url: `postgresql://spate@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/spate?target_session_attrs=read-write`,
    killPrimary: primary.kill,
    async promoteStandby() {
      await query(standby.port, 'select pg_promote()');
    },
  };
}

interface Server {
  data: string;
  port: number;
  start(settings: PostgresSettings): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Copies the files of the stopped primary. */
  copyFromPrimary(): Promise<void>;
}

async function createServer(t: TestContext, home: string, primary?: Server): Promise<Server> {
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
          wal_level: 'replica',
          max_wal_senders: 4,
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

async function query<Row extends object>(port: number, text: string, database = 'spate'): Promise<Row[]> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'spate', database });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
