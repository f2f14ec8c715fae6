import { access, chown, mkdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { AppError } from '../../domain/errors.ts';
import type { Log } from '../../lib/log.ts';
import { lockDataDir } from '../lock-data-dir.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { createCluster } from './create-cluster.ts';
import { findPostmaster, type Postmaster, startPostmaster, stopPostmaster } from './postmaster.ts';
import { executableOf } from './process-facts.ts';
import { asMyself, asUser, isRoot, type RunAs, unusedUid } from './run-as.ts';
import type { PostgresSettings } from './settings.ts';
import { chooseSocketFolder, removeSocketFolder } from './socket-folder.ts';
import { supervise } from './supervise.ts';
import { socketUrl, waitUntilReady } from './wait-until-ready.ts';

export interface EmbeddedOptions {
  dataDir: string;
  log: Log;
  /** Called after a crashed server was restarted. */
  onRestart?: () => void;
  /** Override the default settings. */
  settings?: PostgresSettings;
}

export interface EmbeddedPostgres {
  /** Connection string for pg; unchanged by restarts. */
  url: string;
  /** Current process id of the server. */
  pid(): number;
  /** Stops the server and unlocks the data folder. A killed service leaves its server running for the next one. */
  stop(): Promise<void>;
}

/**
 * Runs PostgreSQL in the data folder, on a Unix socket only: adopts the server of a killed service or starts one, and
 * restarts it when it crashes.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, settings = {} } = options;
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = await realpath(options.dataDir);
  const lock = lockDataDir(dataDir);
  try {
    await refuseHalfRestored(dataDir);
    const binaries = await findBinaries();
    const home = join(dataDir, 'postgres');
    const data = join(home, 'data');
    const runAs = await prepareCluster(home, data, binaries);
    const socket = { folder: home, noteFile: join(dataDir, 'postgres-socket'), uid: runAs.uid, log };
    const logFile = join(dataDir, 'postgres.log');

    const bringUp = async (): Promise<Postmaster> => {
      const running = await takeOver(data, logFile, binaries, log);
      if (running) return running;
      const socketFolder = await chooseSocketFolder(socket);
      const started = await startPostmaster({ data, socketFolder, logFile, binaries, runAs, settings, log });
      await waitUntilReady(started, { data, logFile, timeoutMs: 60_000 });
      return started;
    };

    const first = await bringUp();
    await ensureDatabase(first.socketFolder);
    const supervisor = supervise(first, { bringUp, log, onRestart: options.onRestart });
    return {
      url: socketUrl(first.socketFolder, 'spate'),
      pid: () => supervisor.current().identity.pid,
      async stop() {
        await stopPostmaster(await supervisor.stop(), log);
        await removeSocketFolder(socket);
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Name of the file that marks an unfinished restore. */
export const restoringMark = 'restoring';

async function refuseHalfRestored(dataDir: string): Promise<void> {
  const isHalf = await exists(join(dataDir, restoringMark));
  if (!isHalf) return;
  throw new AppError(
    'conflict',
    `The data folder ${dataDir} contains an unfinished restore. Empty it and run spate restore again.`,
  );
}

/** Creates the cluster at the first start, later checks its version; returns the user to run the server as. */
async function prepareCluster(home: string, data: string, binaries: Binaries): Promise<RunAs> {
  await mkdir(home, { mode: 0o700, recursive: true });
  if (!(await exists(join(data, 'PG_VERSION')))) {
    await createCluster(data, binaries, isRoot() ? await unusedUid() : undefined);
  }
  const version = Number(await readFile(join(data, 'PG_VERSION'), 'utf8'));
  if (version !== binaries.majorVersion) {
    throw new AppError(
      'conflict',
      `The data in ${data} is of PostgreSQL ${version}, this version of Spate brings ${binaries.majorVersion}. Run spate backup with the version of Spate that wrote it, then spate restore with this one into an empty data folder.`,
    );
  }
  if (!isRoot()) return asMyself;
  const { uid } = await stat(data);
  await chown(home, uid, uid);
  return asUser(uid, { program: binaries.postgres, folder: data });
}

/** Adopts the running server of a killed service if it has the right version and responds; stops it otherwise. */
async function takeOver(
  data: string,
  logFile: string,
  binaries: Binaries,
  log: Log,
): Promise<Postmaster | undefined> {
  const found = await findPostmaster(data);
  if (!found) return undefined;
  const executable = executableOf(found.identity.pid);
  const isOurs = executable === '' || executable === (await realpath(binaries.postgres));
  try {
    if (!isOurs) throw new Error(`it runs ${executable}`);
    await waitUntilReady(found, { data, logFile, timeoutMs: 5000 });
    log.info({ pid: found.identity.pid }, 'postgres.adopted');
    return found;
  } catch (error) {
    log.warn({ err: error, pid: found.identity.pid }, 'postgres.adopt.failed');
    await stopPostmaster(found, log);
    return undefined;
  }
}

async function ensureDatabase(socketFolder: string): Promise<void> {
  const client = new pg.Client({ connectionString: socketUrl(socketFolder, 'postgres') });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query("select 1 from pg_database where datname = 'spate'");
    if (rows.length === 0) await client.query('create database spate');
  } finally {
    await client.end();
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
