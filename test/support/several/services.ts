import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { freePort } from '../../../src/lib/free-port.ts';
import { afterwards } from '../afterwards.ts';
import { startStorage } from '../s3/storage.ts';
import { type ServiceApi, serviceApi, type TestService } from '../service.ts';
import { serviceProcess, token } from '../service-process.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type Balancer, startBalancer } from './balancer.ts';

/** One of several services on a database, each with its own data folder. */
export interface OneOfSeveral extends ServiceApi {
  /** Its own plain HTTP port; requests claim to come through a TLS proxy. */
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

/** Two services on one PostgreSQL and one S3 server behind HAProxy; by default, the first runs the local nodes. */
export async function startSeveral(
  t: TestContext,
  databaseUrl: string | readonly [string, string],
  localNodes: 'on' | 'off' = 'on',
): Promise<Several> {
  const databaseUrls = typeof databaseUrl === 'string' ? ([databaseUrl, databaseUrl] as const) : databaseUrl;
  const storage = await startStorage(t);
  const ports = [await freePort(), await freePort()] as const;
  const balancer = await startBalancer(t, ports);
  const shared = {
    SPATE_TLS: 'off',
    SPATE_PUBLIC_URL: balancer.url,
    SPATE_SEAL_KEY: randomBytes(32).toString('base64'),
    SPATE_DRAIN_S: '2',
    // Agents on this machine trust the certificate of the balancer.
    NODE_EXTRA_CA_CERTS: balancer.ca,
    ...storage.variables('several'),
  };
  const services = [
    await startOne(t, ports[0], {
      ...shared,
      DATABASE_URL: databaseUrls[0],
      SPATE_LOCAL_NODES: localNodes,
    }),
    await startOne(t, ports[1], { ...shared, DATABASE_URL: databaseUrls[1], SPATE_LOCAL_NODES: 'off' }),
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
  const url = `http://127.0.0.1:${port}`;
  const { start, end, pid, log } = serviceProcess({
    dataDir,
    // Not in a given folder, which may be on a full disk.
    logPath: join(givenFolder ? await temporaryFolder(t) : dataDir, 'service.log'),
    port,
    environment: () => environment,
    isReady: () =>
      fetch(`${url}/healthz`).then(
        (answer) => answer.ok,
        () => false,
      ),
  });

  // Ctrl-C stops its nodes too.
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
    pid,
    log,
  };
}
