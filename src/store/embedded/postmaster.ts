import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../lib/log.ts';
import {
  identifyProcess,
  type ProcessIdentity,
  signalProcess,
  waitForEnd,
} from '../../lib/process-identity.ts';
import type { Binaries } from './binaries.ts';
import { postgresEnvironment } from './create-cluster.ts';
import { isPostgresIn, postgresProcessesIn } from './process-facts.ts';
import type { RunAs } from './run-as.ts';
import { type PostgresSettings, settingsArguments } from './settings.ts';

/** A PostgreSQL server in a data folder of ours. */
export interface Postmaster {
  identity: ProcessIdentity;
  socketFolder: string;
}

/** The server that already runs on this cluster, as its postmaster.pid says; undefined when there is none. */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const [pid, , , , socketFolder] = lines;
  const identity = identifyProcess(Number(pid));
  if (!identity || !isPostgresIn(identity.pid, data)) return undefined;
  return { identity, socketFolder: socketFolder ?? '' };
}

export interface StartOptions {
  data: string;
  socketFolder: string;
  logFile: string;
  binaries: Binaries;
  runAs: RunAs;
  settings: PostgresSettings;
  log: Log;
}

/**
 * Starts a server in a session of its own, so that Ctrl-C in our terminal does not reach it and it outlives us.
 * It may not take connections yet.
 */
export async function startPostmaster(options: StartOptions): Promise<Postmaster> {
  const { data, socketFolder, logFile, binaries, runAs } = options;
  await endLeftovers(data, options.log);
  await removeStaleLocks(data, socketFolder);
  await rotate(logFile);
  const output = await open(logFile, 'a', 0o600);
  try {
    const { file, args, ...ids } = runAs.command(binaries.postgres, [
      '-D',
      data,
      ...settingsArguments(socketFolder, options.settings),
    ]);
    const child = spawn(file, args, {
      ...ids,
      cwd: '/',
      env: postgresEnvironment(),
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
    });
    await once(child, 'spawn');
    child.unref();
    const identity = identifyProcess(child.pid ?? 0);
    if (!identity) throw new Error(`PostgreSQL ended at once; see ${logFile}`);
    return { identity, socketFolder };
  } finally {
    await output.close();
  }
}

/** Ends the server: open transactions are rolled back, everything is on disk when it returns. */
export async function stopPostmaster({ identity }: Postmaster, log: Log): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 10_000],
  ];
  for (const [signal, patienceMs] of steps) {
    signalProcess(identity, signal);
    if (await waitForEnd(identity, patienceMs)) return;
    log.warn({ pid: identity.pid, signal }, 'PostgreSQL does not stop');
  }
}

/**
 * After a killed postmaster its other processes notice and go, and a new server must not start before. One that is deep in a
 * long statement may not notice: it is killed, since what it holds in memory is lost anyway.
 */
async function endLeftovers(data: string, log: Log): Promise<void> {
  const leftovers = postgresProcessesIn(data);
  const deadlineMs = performance.now() + 5000;
  for (const identity of leftovers) {
    if (await waitForEnd(identity, deadlineMs - performance.now())) continue;
    log.warn({ pid: identity.pid }, 'killing a process that a killed PostgreSQL left behind');
    signalProcess(identity, 'SIGKILL');
    await waitForEnd(identity, 10_000);
  }
}

/**
 * PostgreSQL refuses to start when the pid in its lock files is in use, be it by quite another program since. Whether
 * there is a server has been found out more exactly by now.
 */
async function removeStaleLocks(data: string, socketFolder: string): Promise<void> {
  if (process.platform !== 'linux') return;
  await rm(join(data, 'postmaster.pid'), { force: true });
  await rm(join(socketFolder, '.s.PGSQL.5432.lock'), { force: true });
}

const largestLogBytes = 16 * 1024 * 1024;

async function rotate(logFile: string): Promise<void> {
  const size = await stat(logFile).then(
    (stats) => stats.size,
    () => 0,
  );
  if (size > largestLogBytes) await rename(logFile, `${logFile}.old`);
}
