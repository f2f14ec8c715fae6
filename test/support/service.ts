import { readFileSync } from 'node:fs';
import { access, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trustCa } from '../../src/cli/service/trust.ts';
import { runChild } from '../../src/lib/child-process.ts';
import { freePort } from '../../src/lib/free-port.ts';
import { socketUrl } from '../../src/store/embedded/wait-until-ready.ts';
import { copyCluster, sharedServerUrl } from './cluster.ts';
import { testProgram } from './programs.ts';
import { serviceProcess, token } from './service-process.ts';
import { isFullSuite } from './suite.ts';
import { openTestDatabases } from './test-databases.ts';

/** Requests to a service. */
export interface ServiceApi {
  /** Fetches a path of the service with its token, unless the init has an Authorization header. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Fetches a path and reads its JSON; fails on an error status. */
  json<T = Json>(path: string, init?: RequestInit): Promise<T>;
}

export function serviceApi(url: string, token: string): ServiceApi {
  const api: ServiceApi = {
    fetch: (path, init = {}) => {
      const headers = new Headers(init.headers);
      if (!headers.has('authorization')) headers.set('authorization', `Basic ${btoa(`${token}:`)}`);
      return fetch(new URL(path, url), { redirect: 'manual', ...init, headers });
    },
    async json(path, init) {
      const answer = await api.fetch(path, init);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
      return JSON.parse(text);
    },
  };
  return api;
}

/** A real service in a separate process, with its own data folder and database. */
export interface TestService extends ServiceApi {
  url: string;
  token: string;
  /** Path of the CA file, for curl's --cacert. */
  ca: string;
  dataDir: string;
  /** The connection string of its database. */
  databaseUrl(): string;
  /** The current process id of the service. */
  pid(): number;
  /** Kills the process with SIGKILL. Nodes and PostgreSQL continue. */
  kill(): Promise<void>;
  /** Stops the process gracefully (SIGTERM), as in a deployment. */
  leave(): Promise<void>;
  /** Restarts it on the same port and folder. */
  start(): Promise<void>;
  /** Stops everything and removes all files. */
  close(): Promise<void>;
  log(): Promise<string>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read responses whose schema other tests check.
export type Json = any;

export interface ServiceOptions {
  /**
   * `own`: the service runs the embedded PostgreSQL in its data folder, as without `npm test`. For tests that kill
   * the service (jobs of a killed service are freed at the next start only on its own server) or the server.
   */
  postgres?: 'own';
  /** Path of a backup that is restored before the first start. */
  backup?: string;
  /** Sets the address of the service as its public URL, so that machines can join. */
  hasPublicUrl?: boolean;
}

/** For tests that start no run: no agent on this machine. */
export const withoutNodes = { SPATE_LOCAL_NODES: 'off' };

/**
 * Each worker has a connection and polls for jobs every second: the default number takes most of an idle service's
 * time.
 */
const fewWorkers = { SPATE_JOB_CONCURRENCY: '3' };

/**
 * Each test file starts its own. A start and stop takes 1.4 s of processor time; about ten files could share a service
 * with others of their process, which would save less than 15 s of a run.
 */
export async function startService(
  environment: Record<string, string> = {},
  { postgres, backup, hasPublicUrl = false }: ServiceOptions = {},
): Promise<TestService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'spate-test-'));
  const sharedUrl = postgres === 'own' ? undefined : sharedServerUrl();
  const shared = sharedUrl === undefined ? undefined : openTestDatabases(sharedUrl);
  const databaseUrl = await (backup === undefined ? shared?.freshUrl() : shared?.emptyUrl());
  if (backup !== undefined) await restoreInto(dataDir, backup, databaseUrl);
  else if (databaseUrl === undefined) await copyCluster(dataDir);
  const port = await freePort();
  const url = `https://127.0.0.1:${port}`;
  const ca = join(dataDir, 'ca.pem');
  const serving = serviceProcess({
    dataDir,
    logPath: join(dataDir, 'service.log'),
    port,
    environment: () => ({
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      ...(hasPublicUrl && { SPATE_PUBLIC_URL: url }),
      ...(!isFullSuite() && fewWorkers),
      ...environment,
    }),
    async isReady() {
      if (!(await isThere(ca))) return false;
      trustOnce(await readFile(ca, 'utf8'));
      return fetch(`${url}/healthz`).then(
        (answer) => answer.status === 200,
        () => false,
      );
    },
  });
  const { start, end, log } = serving;

  const service: TestService = {
    ...serviceApi(url, token),
    url,
    token,
    ca,
    dataDir,
    databaseUrl: () => databaseUrl ?? embeddedUrl(dataDir),
    pid: () => serving.pid() as number,
    kill: () => end('SIGKILL'),
    leave: () => end('SIGTERM'),
    start,
    async close() {
      // Only a running service can stop its nodes and database gracefully.
      if (!serving.isRunning()) await start();
      await end('SIGINT');
      await shared?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
    log,
  };
  try {
    await start();
  } catch (error) {
    await end('SIGKILL');
    await shared?.drop();
    throw error;
  }
  return service;
}

async function restoreInto(dataDir: string, backup: string, databaseUrl: string | undefined): Promise<void> {
  const args = [testProgram('src/main.ts'), 'restore', backup, '--data-dir', dataDir];
  const { code, lines } = await runChild(process.execPath, args, {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    },
  });
  if (code !== 0) throw new Error(`spate restore failed (${code}):\n${lines.join('\n')}`);
}

function embeddedUrl(dataDir: string): string {
  const lines = readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n');
  return socketUrl(lines[4] ?? '', 'spate');
}

const trusted = new Set<string>();

function trustOnce(pem: string): void {
  if (trusted.has(pem)) return;
  trusted.add(pem);
  trustCa(pem);
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
