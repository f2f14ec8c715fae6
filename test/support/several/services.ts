import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { freePort } from '../../../src/lib/free-port.ts';
import { afterwards } from '../afterwards.ts';
import { inheritedVariables } from '../inherited-variables.ts';
import { needs } from '../needs.ts';
import { serveProgram, testProgram } from '../programs.ts';
import { startStorage } from '../s3/storage.ts';
import { type ServiceApi, serviceApi, type TestService } from '../service.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { until } from '../until.ts';
import { type Balancer, startBalancer } from './balancer.ts';

/** One of several services on a database, each with its own data folder. */
export interface OneOfSeveral extends ServiceApi {
  /** Its own plain HTTP port; requests say that they came through a TLS proxy. */
  url: string;
  start(): Promise<void>;
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** The current process id. */
  pid(): number | undefined;
  log(): Promise<string>;
}

export interface Several {
  /** Requests through the balancer. */
  api: Pick<TestService, 'fetch' | 'json' | 'url' | 'token'>;
  balancer: Balancer;
  services: readonly [OneOfSeveral, OneOfSeveral];
}

export const token = 'spate_live_0123456789abcdef0123456789abcdef01234567';

/** Two services on one PostgreSQL and one S3 server behind HAProxy; the first runs the local nodes. */
export async function startSeveral(t: TestContext, databaseUrl: string): Promise<Several> {
  const storage = await startStorage(t);
  const ports = [await freePort(), await freePort()] as const;
  const balancer = await startBalancer(t, ports);
  const shared = {
    DATABASE_URL: databaseUrl,
    SPATE_TLS: 'off',
    SPATE_PUBLIC_URL: balancer.url,
    SPATE_TOKEN: token,
    SPATE_SEAL_KEY: randomBytes(32).toString('base64'),
    SPATE_DRAIN_S: '2',
    // Agents on this machine trust the certificate of the balancer.
    NODE_EXTRA_CA_CERTS: balancer.ca,
    ...storage.variables('several'),
    ...(needs('bubblewrap') !== false && { SPATE_SANDBOX: 'off' }),
  };
  const services = [
    await startOne(t, ports[0], { ...shared, SPATE_LOCAL_NODES: 'on' }),
    await startOne(t, ports[1], { ...shared, SPATE_LOCAL_NODES: 'off' }),
  ] as const;
  const { url } = balancer;
  return { api: { ...serviceApi(url, token), url, token }, balancer, services };
}

/** A service on a plain HTTP port, behind a proxy that terminates TLS. */
export async function startOne(
  t: TestContext,
  port: number,
  environment: Record<string, string>,
  givenFolder?: string,
): Promise<OneOfSeveral> {
  const dataDir = givenFolder ?? (await temporaryFolder(t));
  // Not in a given folder, which may be on a full disk.
  const logPath = join(givenFolder ? await temporaryFolder(t) : dataDir, 'service.log');
  const url = `http://127.0.0.1:${port}`;
  const log = () => readFile(logPath, 'utf8');
  let child: ChildProcess | undefined;

  async function start(): Promise<void> {
    const output = await open(logPath, 'a');
    const own = spawn(process.execPath, [testProgram(serveProgram), 'serve'], {
      cwd: dataDir,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        SPATE_DATA_DIR: dataDir,
        SPATE_PORT: String(port),
        ...inheritedVariables(),
        ...(process.env.SPATE_CACHE_DIR && { SPATE_CACHE_DIR: process.env.SPATE_CACHE_DIR }),
        ...environment,
      },
      stdio: ['pipe', output.fd, output.fd],
    });
    child = own;
    await output.close();
    await until('the service is ready', async () => {
      if (own.exitCode !== null) throw new Error(`The service ended:\n${await log()}`);
      return fetch(`${url}/healthz`).then(
        (answer) => answer.ok,
        () => false,
      );
    });
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }

  // Ctrl-C ends its nodes too.
  afterwards(t, () => end('SIGINT'));
  await start();
  const direct = serviceApi(url, token);
  const proxied = (init: RequestInit = {}): RequestInit => {
    const headers = new Headers(init.headers);
    headers.set('x-forwarded-proto', 'https');
    return { ...init, headers };
  };
  return {
    fetch: (path, init) => direct.fetch(path, proxied(init)),
    json: (path, init) => direct.json(path, proxied(init)),
    url,
    start,
    end,
    pid: () => child?.pid,
    log,
  };
}
