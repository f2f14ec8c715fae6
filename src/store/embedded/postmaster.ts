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

/** A running server of the embedded PostgreSQL. */
export interface Postmaster {
  identity: ProcessIdentity;
  socketFolder: string;
}

/** The running server of this cluster, from postmaster.pid; undefined when none is running. */
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
 * Starts a server in a new session, so that it does not receive Ctrl-C and outlives the service. Resolves before it
 * accepts connections.
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
    if (!identity) throw new Error(`PostgreSQL exited immediately. See ${logFile}.`);
    return { identity, socketFolder };
  } finally {
    await output.close();
  }
}

/** Stops the server: rolls back open transactions and writes all data to disk. */
export async function stopPostmaster({ identity }: Postmaster, log: Log): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 10_000],
  ];
  for (const [signal, timeoutMs] of steps) {
    signalProcess(identity, signal);
    if (await waitForEnd(identity, timeoutMs)) return;
    log.warn({ pid: identity.pid, signal }, 'postgres.stop.timed_out');
  }
}

/**
 * Waits for the child processes of a killed postmaster, because a new server must not start earlier. Kills those that
 * do not exit in time; their memory state is lost anyway.
 */
async function endLeftovers(data: string, log: Log): Promise<void> {
  const leftovers = postgresProcessesIn(data);
  const deadlineMs = performance.now() + 5000;
  for (const identity of leftovers) {
    if (await waitForEnd(identity, deadlineMs - performance.now())) continue;
    log.warn({ pid: identity.pid }, 'postgres.orphan.killing');
    signalProcess(identity, 'SIGKILL');
    await waitForEnd(identity, 10_000);
  }
}

/**
 * PostgreSQL does not start when the pid in its lock files is in use, even by an unrelated process. The callers have
 * already verified that no server is running.
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
