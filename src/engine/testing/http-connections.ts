import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { makeCa, makeServerCertificate } from '../../api/tls/certificates.ts';
import type { Connection, Route } from '../http/connection.ts';
import { createHttpEnvironment, type HttpEnvironment } from '../http/http-environment.ts';
import type { HttpError } from '../http/http-error.ts';
import { TlsProvider } from '../http/tls/tls-provider.ts';
import { Wheel } from '../time/wheel.ts';

const nowMs = () => performance.timeOrigin + performance.now();

export interface TestServer {
  route: Route;
  /** Path of each request, after the number of its connection. */
  requests: string[];
  /** Resets the TCP connection of a socket, which may be a TLS socket. */
  reset(socket: Socket | undefined): void;
  [Symbol.asyncDispose](): Promise<void>;
}

async function serveBy(
  answer: (path: string, socket: Socket) => void,
  tls?: { key: string; cert: string },
): Promise<TestServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  let count = 0;
  const accept = (socket: Socket) => {
    const connection = ++count;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (data) => {
      const path = /^GET (\S+)/.exec(data.toString('latin1'))?.[1] ?? '';
      requests.push(`${connection} ${path}`);
      answer(path, socket);
    });
  };
  const carriers = new Map<number | undefined, Socket>();
  const server: Server = tls ? createTlsServer(tls, accept) : createServer(accept);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.on('connection', (socket) => carriers.set(socket.remotePort, socket));
  return {
    requests,
    reset: (socket) => carriers.get(socket?.remotePort)?.resetAndDestroy(),
    route: routeTo((server.address() as AddressInfo).port, { isTls: tls !== undefined }),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function routeTo(port: number, more: Partial<Route> = {}): Route {
  const base = { key: String(port), host: '127.0.0.1', port, isTls: false, serverName: '' };
  return { ...base, localAddress: undefined, connectTimeoutMs: 0, ...more };
}

export type Outcome = { body: string; status: number } | { problem: string };

export const textOf = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

export function ask(connection: Connection, path: string, responseTimeoutMs = 0): Promise<Outcome> {
  return new Promise((resolve) => {
    connection.send({
      request: textOf(path),
      isHeadRequest: false,
      keepsHead: true,
      keepsBody: true,
      responseTimeoutMs,
      done: ({ parser }) => resolve({ body: parser.body().toString(), status: parser.status }),
      failed: (_connection, error: HttpError) => resolve({ problem: error.problem }),
    });
  });
}

/** Sends one request on each connection, all in one batch. */
export function askTogether(
  { batcher }: HttpEnvironment,
  connections: readonly Connection[],
  pathOf: (index: number) => string,
): Promise<Outcome[]> {
  const outcomes: Promise<Outcome>[] = [];
  batcher.run(() => {
    outcomes.push(...connections.map((connection, index) => ask(connection, pathOf(index))));
  });
  return Promise.all(outcomes);
}

async function certificate(): Promise<{ key: string; cert: string }> {
  const ca = await makeCa(Date.now(), 'test');
  const { keyPem, certificatePem } = await makeServerCertificate(ca, ['127.0.0.1'], Date.now());
  return { key: keyPem, cert: certificatePem };
}

export const ok = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

export const kinds = [
  { name: 'a connection', isTls: false, tls: () => new TlsProvider() },
  { name: 'a connection over TLS', isTls: true, tls: () => new TlsProvider() },
  { name: 'a connection over the TLS of Node.js', isTls: true, tls: () => new TlsProvider(() => undefined) },
];

export type Kind = (typeof kinds)[number];

export const environmentOf = ({ tls }: Kind): HttpEnvironment =>
  createHttpEnvironment(new Wheel(nowMs), nowMs, tls());

/** A server whose responses the test writes; `path` is that of the request. */
export const serve = async (
  { isTls }: Kind,
  answer: (path: string, socket: Socket) => void,
): Promise<TestServer> => serveBy(answer, isTls ? await certificate() : undefined);
