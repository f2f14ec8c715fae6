import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../config/load.ts';
import { freePort } from '../../lib/free-port.ts';
import { programPath } from '../../lib/package-files.ts';
import { CliError } from '../cli-error.ts';
import { dataFiles } from '../service/data-files.ts';
import { killProcessesOf } from './kill-processes-of.ts';

const startTimeoutMs = 180_000;
const stopTimeoutMs = 90_000;

/** A separate service process for the demo. */
export interface DemoService {
  url: string;
  token: string;
  ca: string;
  dataDir: string;
  stop(): Promise<void>;
}

/** Starts it in `folder` on a free port, with the log in service.log. The end of the log is part of a start error. */
export async function startDemoService(
  folder: string,
  env: Environment,
  sandbox: 'on' | 'off',
  signal: AbortSignal,
): Promise<DemoService> {
  const dataDir = join(folder, 'data');
  const logPath = join(folder, 'service.log');
  const child = await spawnService(dataDir, logPath, { ...demoEnvironment(env), SPATE_SANDBOX: sandbox });
  const stop = () => stopService(child, folder);
  try {
    const url = await waitForAddress(child, dataDir, logPath, signal);
    const files = dataFiles(dataDir);
    const [token, ca] = await Promise.all([readFile(files.token, 'utf8'), readFile(files.ca, 'utf8')]);
    return { url, token: token.trim(), ca, dataDir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function spawnService(dataDir: string, logPath: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const port = await freePort();
  const log = await open(logPath, 'a');
  try {
    const args = [
      programPath('src/main'),
      'serve',
      '--data-dir',
      dataDir,
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
    ];
    return spawn(process.execPath, args, { stdio: ['ignore', log.fd, log.fd], env });
  } finally {
    await log.close();
  }
}

/** Removes options meant for the user's own service; the toolchain cache is shared on purpose. */
function demoEnvironment(env: Environment): NodeJS.ProcessEnv {
  const isForeign = (name: string) =>
    (name.startsWith('SPATE_') && name !== 'SPATE_CACHE_DIR') ||
    name === 'DATABASE_URL' ||
    name.startsWith('OTEL_');
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isForeign(name)));
}

async function waitForAddress(
  child: ChildProcess,
  dataDir: string,
  logPath: string,
  signal: AbortSignal,
): Promise<string> {
  const deadlineMs = performance.now() + startTimeoutMs;
  while (performance.now() < deadlineMs) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new CliError(
        `The service exited during startup (${child.exitCode ?? child.signalCode}).`,
        await tailOf(logPath),
      );
    }
    const url = await readFile(dataFiles(dataDir).url, 'utf8').catch(() => null);
    if (url !== null) return url.trim();
    await sleep(100, undefined, { signal });
  }
  throw new CliError(`The service did not start within ${startTimeoutMs / 1000} s.`, await tailOf(logPath));
}

/** Stops like Ctrl-C: the service stops what it started. Remaining processes are killed. */
async function stopService(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    await exited;
    clearTimeout(timer);
  }
  await killProcessesOf(folder);
}

async function tailOf(path: string): Promise<string> {
  const lines = (await readFile(path, 'utf8').catch(() => '')).trimEnd().split('\n');
  return `Last lines of the log:\n${lines.slice(-20).join('\n')}`;
}
