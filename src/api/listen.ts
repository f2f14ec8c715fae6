import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '../accounts/guesses.ts';
import { hostInUrl } from '../lib/host-port.ts';
import { httpsAddress } from './plain-http.ts';
import type { TlsSource } from './tls/tls-source.ts';

export interface ListenOptions {
  host: string;
  port: number;
  /** Undefined: plain HTTP, behind a proxy that terminates TLS. */
  tls: TlsSource | undefined;
  /** Further connections are closed immediately. Undefined: no limit. */
  maxConnections?: number | undefined;
  /** Does not apply to loopback addresses. */
  maxConnectionsPerAddress?: number | undefined;
  /** Time for open requests to finish when the service closes. */
  closeGraceMs?: number;
}

export interface Listening {
  url: string;
  port: number;
  caPath: string | null;
  caFingerprint: string | null;
  close(): Promise<void>;
}

/** The first byte of a TLS handshake record. */
const tlsHandshake = 0x16;
const firstByteTimeoutMs = 20_000;
const handshakeTimeoutMs = 20_000;
const headersTimeoutMs = 30_000;
/** Timeout of plain HTTP connections, which are only redirected. */
const plainTimeoutMs = 30_000;
const renewEveryMs = 6 * 3600 * 1000;
const defaultCloseGraceMs = 5_000;

/** Serves the app on one port. With TLS, plain HTTP requests on that port are redirected to HTTPS. */
export async function listen(app: FastifyInstance, options: ListenOptions): Promise<Listening> {
  await app.ready();
  const { tls } = options;
  const server = app.server;
  server.headersTimeout = headersTimeoutMs;
  const sockets = new Set<Socket>();
  if (options.maxConnections !== undefined) server.maxConnections = options.maxConnections;
  limitAddresses(server, options.maxConnectionsPerAddress ?? Number.POSITIVE_INFINITY);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const ports = tls ? await speakTls(server, tls) : undefined;
  await startListening(server, options);

  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls ? 'https' : 'http'}://${hostInUrl(options.host)}:${port}`,
    port,
    caPath: tls?.caPath ?? null,
    caFingerprint: tls?.caFingerprint ?? null,
    close: () => close(app, sockets, ports, options.closeGraceMs ?? defaultCloseGraceMs),
  };
}

/** Limits connections per network address. */
function limitAddresses(server: Server, most: number): void {
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '');
    if (address === '' || address === '::1' || address.startsWith('127.')) return;
    const network = networkOf(address);
    const count = (counts.get(network) ?? 0) + 1;
    counts.set(network, count);
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1;
      if (left > 0) counts.set(network, left);
      else counts.delete(network);
    });
    if (count > most) socket.destroy();
  });
}

interface Helpers {
  tlsServer: TlsServer;
  redirectServer: Server;
  renewal: NodeJS.Timeout;
}

/**
 * Checks the first byte of each connection: TLS is unwrapped and passed to the HTTP server, so that upgrades and
 * timeouts work as usual; plain HTTP goes to a server that only redirects.
 */
async function speakTls(server: Server, tls: TlsSource): Promise<Helpers> {
  const [serveHttp, ...others] = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  if (!serveHttp) throw new Error('The HTTP server has no connection listener.');
  server.removeAllListeners('connection');
  for (const listener of others) server.on('connection', listener);

  const pair = await tls.load();
  const tlsServer = createTlsServer(
    { ...pair, ALPNProtocols: ['http/1.1'], handshakeTimeout: handshakeTimeoutMs, minVersion: 'TLSv1.2' },
    (socket) => serveHttp.call(server, socket),
  );
  tlsServer.on('tlsClientError', (_error, socket) => socket.destroy());
  const redirectServer = createServer(redirect);
  redirectServer.keepAliveTimeout = 1_000;
  redirectServer.on('clientError', (_error, socket) => socket.destroy());

  server.on('connection', (socket: Socket) => {
    // HTTP servers accept half-open sockets; with TLS they would stay open after a client disconnects.
    socket.allowHalfOpen = false;
    lookAtFirstByte(socket, (byte) => {
      if (byte === tlsHandshake) {
        tlsServer.emit('connection', socket);
        return;
      }
      const limit = setTimeout(() => socket.destroy(), plainTimeoutMs).unref();
      socket.once('close', () => clearTimeout(limit));
      redirectServer.emit('connection', socket);
    });
  });
  let present = pair.cert;
  const renewal = setInterval(() => {
    void tls.load().then(
      (renewed) => {
        if (renewed.cert === present) return;
        present = renewed.cert;
        tlsServer.setSecureContext(renewed);
      },
      () => {}, // Keeps the old certificate; the next attempt may succeed.
    );
  }, renewEveryMs).unref();
  return { tlsServer, redirectServer, renewal };
}

function lookAtFirstByte(socket: Socket, decide: (byte: number) => void): void {
  const giveUp = () => socket.destroy();
  const look = () => {
    const chunk: Buffer | null = socket.read();
    if (chunk === null) return;
    socket.off('readable', look).off('error', giveUp).off('timeout', giveUp).off('end', giveUp);
    socket.setTimeout(0);
    socket.unshift(chunk);
    decide(chunk[0] ?? 0);
  };
  socket.setTimeout(firstByteTimeoutMs);
  socket.on('error', giveUp).on('timeout', giveUp).on('end', giveUp).on('readable', look);
}

function redirect(request: IncomingMessage, response: ServerResponse): void {
  const { localAddress = 'localhost', localPort = 443 } = request.socket;
  const own = `https://${hostInUrl(localAddress)}:${localPort}`;
  const path = (request.url ?? '/').replace(/^https?:\/\/[^/]*/i, '');
  const location = httpsAddress(request.headers.host, path, own);
  const body = JSON.stringify({ error: 'Requests must use HTTPS.', code: 'not_allowed', details: [] });
  request.resume();
  response.writeHead(308, {
    location,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function startListening(server: Server, { host, port }: ListenOptions): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen({ host, port }, () => {
    server.off('error', reject);
    resolve();
  });
  return promise;
}

/** Rejects new connections, waits briefly for open requests, then closes all connections and WebSockets. */
async function close(
  app: FastifyInstance,
  sockets: Set<Socket>,
  helpers: Helpers | undefined,
  graceMs: number,
): Promise<void> {
  const { server } = app;
  if (helpers) clearInterval(helpers.renewal);
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const cut = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, graceMs);
  await app.close(); // Ends the WebSockets.
  server.closeIdleConnections();
  await closed;
  clearTimeout(cut);
}
