import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '../domain/errors.ts';
import { hostInUrl, parseHostPort } from '../lib/host-port.ts';
import type { Log } from '../lib/log.ts';
import type { MetricsPage } from './metrics-page.ts';

export interface MetricsServer {
  url: string;
  close(): Promise<void>;
}

/** Prometheus needs one connection. */
const maxConnections = 50;
const requestTimeoutMs = 10_000;

/** Serves `GET /metrics` over plain HTTP on `listen`, a host and a port. Throws AppError if that is not possible. */
export async function serveMetrics(listen: string, page: MetricsPage, log: Log): Promise<MetricsServer> {
  const address = parseHostPort(listen);
  if (!address) throw new AppError('invalid', `"${listen}" is not a host and a port.`);
  const server = createServer({ requestTimeout: requestTimeoutMs, headersTimeout: requestTimeoutMs });
  server.maxConnections = maxConnections;
  server.on('request', (request, response) => {
    answer(request, response, page).catch((error) => {
      log.error({ err: error }, 'metrics.failed');
      response.destroy();
    });
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(address, () => resolve());
  await promise.catch((error: NodeJS.ErrnoException) => {
    throw new AppError(
      'invalid',
      `Cannot listen on ${listen} for /metrics: ${reasonOf(error)}. Change SPATE_METRICS_LISTEN or --metrics-listen.`,
    );
  });
  server.off('error', reject);
  const { port } = server.address() as AddressInfo;
  const url = `http://${hostInUrl(address.host)}:${port}/metrics`;
  log.info({ url }, 'metrics.listening');
  return {
    url,
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, page: MetricsPage): Promise<void> {
  request.resume();
  if (request.url?.split('?', 1)[0] !== '/metrics') {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Metrics are at /metrics.\n');
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  const text = await page.render();
  response.writeHead(200, {
    'content-type': page.contentType,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'EADDRINUSE':
      return 'another program uses this port';
    case 'EACCES':
      return 'no permission for this port';
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'it is not an address of this machine';
    default:
      return message;
  }
}
