import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { makeCa, makeServerCertificate } from '../../../src/api/tls/certificates.ts';
import { trustCa } from '../../../src/cli/service/trust.ts';
import { freePort } from '../../../src/lib/free-port.ts';
import { afterwards } from '../afterwards.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { until } from '../until.ts';

export interface Balancer {
  url: string;
  /** CA of its certificate, as a file. */
  ca: string;
  /** Port for plain HTTP requests that another proxy received by TLS. */
  plainPort: number;
  kill(): Promise<void>;
  /** Starts it again, on the same ports. */
  start(): Promise<void>;
  /** The current process id. */
  pid(): number | undefined;
  /** Number of services in use, by its last health checks. */
  servicesInUse(): Promise<number>;
}

/** Answered by the balancer itself. */
const inUsePath = '/services-in-use';

/** HAProxy with TLS in front of services with plain HTTP on these ports of the machine, round-robin. */
export async function startBalancer(t: TestContext, ports: readonly number[]): Promise<Balancer> {
  const folder = await temporaryFolder(t);
  const port = await freePort();
  const plainPort = await freePort();
  const ca = await makeCa(Date.now(), 'test');
  const server = await makeServerCertificate(ca, ['127.0.0.1'], Date.now());
  const paths = {
    ca: join(folder, 'ca.pem'),
    pair: join(folder, 'server.pem'),
    config: join(folder, 'haproxy.cfg'),
  };
  await writeFile(paths.ca, ca.certificatePem);
  await writeFile(paths.pair, `${server.certificatePem}\n${server.keyPem}`);
  await writeFile(paths.config, configOf({ port, plainPort, pair: paths.pair }, ports));
  trustCa(ca.certificatePem);
  const url = `https://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  const start = async () => {
    const own = spawn('haproxy', ['-db', '-f', paths.config], { stdio: 'ignore' });
    child = own;
    await until('the balancer listens', () => {
      if (own.exitCode !== null) throw new Error(`HAProxy ended with ${own.exitCode}.`);
      return fetch(url).then(
        () => true,
        () => false,
      );
    });
  };
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  };
  afterwards(t, kill);
  await start();
  const servicesInUse = async () =>
    Number(await (await fetch(`http://127.0.0.1:${plainPort}${inUsePath}`)).text());
  return { url, ca: paths.ca, plainPort, kill, start, pid: () => child?.pid, servicesInUse };
}

/** As in docs/operations.md, with shorter times. */
function configOf(
  { port, plainPort, pair }: { port: number; plainPort: number; pair: string },
  ports: readonly number[],
): string {
  return `
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  timeout check 10s
  retries 3
  option redispatch 1
frontend spate
  bind 127.0.0.1:${port} ssl crt ${pair}
  http-request set-header X-Forwarded-Proto https
  option forwardfor
  default_backend services
frontend plain
  bind 127.0.0.1:${plainPort}
  http-request return status 200 content-type text/plain lf-string %[nbsrv(services)] if { path ${inUsePath} }
  default_backend services
backend services
  balance roundrobin
  retry-on conn-failure 404
  http-request disable-l7-retry unless { path_beg /app/assets/ }
  option httpchk GET /healthz
  default-server check inter 200ms fall 1 rise 1
${ports.map((each, index) => `  server s${index} 127.0.0.1:${each}`).join('\n')}
`;
}
