import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeCa, makeServerCertificate } from '../../src/api/tls/certificates.ts';
import { freePort } from '../../src/lib/free-port.ts';
import { until } from '../../test/support/until.ts';
import { ownChild } from './own-child.ts';

const answer = JSON.stringify({
  id: 1234,
  name: 'A thing of some use, in a box of cardboard',
  price: 12.75,
  isAvailable: true,
  tags: ['small', 'blue', 'of cardboard'],
  maker: { name: 'Sorensen & Daughters', city: 'Somewhere', since: 1898 },
  more: 'x'.repeat(46),
});

/** The target of all generators. */
export class Nginx {
  readonly port: number;
  readonly tlsPort: number;
  readonly answerBytes = answer.length;
  readonly #statusPort: number;
  readonly #process: ChildProcess;
  /** Status requests of the bench, which nginx counts as well. */
  #asked = 0;

  private constructor(child: ChildProcess, ports: readonly [number, number, number]) {
    this.#process = child;
    [this.port, this.tlsPort, this.#statusPort] = ports;
  }

  /** `cores`: a core, or several as taskset writes them. `workers` share the connections. */
  static async start(folder: string, cores: number | string, workers = 1): Promise<Nginx> {
    const ports = [await freePort(), await freePort(), await freePort()] as const;
    const ca = await makeCa(Date.now(), 'bench');
    const { keyPem, certificatePem } = await makeServerCertificate(ca, ['127.0.0.1'], Date.now());
    await writeFile(join(folder, 'key.pem'), keyPem, { mode: 0o600 });
    await writeFile(join(folder, 'certificate.pem'), certificatePem);
    const path = join(folder, 'nginx.conf');
    await writeFile(path, configuration(folder, ports, workers));
    const child = spawn(
      'taskset',
      ['-c', String(cores), 'nginx', '-c', path, '-e', join(folder, 'error.log')],
      {
        stdio: 'ignore',
      },
    );
    // SIGKILL would leave its workers running.
    const nginx = new Nginx(ownChild(child, 'SIGTERM'), ports);
    await until('nginx answers', () =>
      nginx.requests().then(
        () => true,
        () => false,
      ),
    );
    return nginx;
  }

  /** Responses sent to the generators so far. */
  async requests(): Promise<number> {
    return (await this.#status()).requests;
  }

  /** Open connections, including one or two of the status requests. */
  async connections(): Promise<number> {
    return (await this.#status()).connections;
  }

  async #status(): Promise<{ requests: number; connections: number }> {
    const response = await fetch(`http://127.0.0.1:${this.#statusPort}/`);
    this.#asked += 1;
    const [, connections, requests] =
      /^Active connections: (\d+)[\s\S]*\n\s*\d+ \d+ (\d+)\s*\n/.exec(await response.text()) ?? [];
    return { requests: Number(requests) - this.#asked, connections: Number(connections) };
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await ended;
  }
}

function configuration(
  folder: string,
  [plain, tls, status]: readonly [number, number, number],
  workers: number,
): string {
  // With a shared queue, most connections would go to the worker that wakes first.
  const queue = `backlog=16384${workers > 1 ? ' reuseport' : ''}`;
  return `
daemon off;
worker_processes ${workers};
worker_rlimit_nofile 65536;
pid ${folder}/nginx.pid;
events { worker_connections 50000; }
http {
  access_log off;
  keepalive_requests 1000000000;
  keepalive_timeout 600s;
  client_body_temp_path ${folder};
  proxy_temp_path ${folder};
  fastcgi_temp_path ${folder};
  uwsgi_temp_path ${folder};
  scgi_temp_path ${folder};
  default_type application/json;
  server {
    listen ${plain} ${queue};
    listen ${tls} ssl ${queue};
    ssl_certificate ${folder}/certificate.pem;
    ssl_certificate_key ${folder}/key.pem;
    ssl_protocols TLSv1.3;
    location / { return 200 '${answer}'; }
  }
  server {
    listen 127.0.0.1:${status};
    location / { stub_status; }
  }
}
`;
}
