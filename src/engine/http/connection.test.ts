// Runs in its own process: leaves idle sockets, which do not keep a process running but count as open handles.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { describe, it } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import { makeCa, makeServerCertificate } from '../../api/tls/certificates.ts';
import { Wheel } from '../time/wheel.ts';
import { Connection, type Exchange, type Route } from './connection.ts';
import { createHttpEnvironment, type HttpEnvironment } from './http-environment.ts';
import type { HttpError } from './http-error.ts';
import { TlsProvider } from './tls/tls-provider.ts';

const nowMs = () => performance.timeOrigin + performance.now();

interface TestServer {
  route: Route;
  /** Each request's first line, with the number of the connection it came on. */
  requests: string[];
  /** Resets the connection below a socket, which may be one over TLS. */
  reset(socket: Socket | undefined): void;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A server that answers as the test says; `/<words>` is what it is asked for. */
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

type Outcome = { body: string; status: number } | { problem: string };

const textOf = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

function ask(connection: Connection, path: string, responseTimeoutMs = 0): Promise<Outcome> {
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

/** The same for several connections at once, in one batch. */
function askTogether(
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

const ok = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

const kinds = [
  { kind: 'a connection', isTls: false, tls: () => new TlsProvider() },
  { kind: 'a connection over TLS', isTls: true, tls: () => new TlsProvider() },
  { kind: 'a connection over the TLS of Node.js', isTls: true, tls: () => new TlsProvider(() => undefined) },
];

for (const { kind, isTls, tls } of kinds) {
  describe(kind, () => {
    const makeEnvironment = () => createHttpEnvironment(new Wheel(nowMs), nowMs, tls());
    const serve = async (answer: (path: string, socket: Socket) => void) =>
      serveBy(answer, isTls ? await certificate() : undefined);
    const open = (environment: HttpEnvironment, route: Route) => new Connection(environment, route);

    it('is not broken off by one whose exchange is over', async () => {
      await using server = await serve((path, socket) => socket.write(ok(path)));
      const connection = open(makeEnvironment(), server.route);
      let over: Exchange | undefined;
      const send = connection.send.bind(connection);
      connection.send = (exchange) => {
        over ??= exchange;
        send(exchange);
      };
      await ask(connection, '/a');
      const second = ask(connection, '/b');
      assert.ok(over);
      connection.abort(over);
      assert.deepEqual(await second, { body: '/b', status: 200 });
      connection.close();
    });

    it('is used for one request after another', async () => {
      await using server = await serve((path, socket) => socket.write(ok(path)));
      const connection = open(makeEnvironment(), server.route);
      for (const path of ['/a', '/b', '/c']) {
        assert.deepEqual(await ask(connection, path), { body: path, status: 200 });
        assert.ok(connection.isFree);
      }
      assert.deepEqual(server.requests, ['1 /a', '1 /b', '1 /c']);
      assert.equal(connection.requests, 3);
      assert.ok(connection.connectEndMs >= connection.connectStartMs);
      connection.close();
    });

    it('keeps the answers of many connections apart, though they share one buffer', async () => {
      await using server = await serve((path, socket) => {
        socket.write(ok(path.repeat(2000)).slice(0, 5000));
        setImmediate(() => socket.write(ok(path.repeat(2000)).slice(5000)));
      });
      const environment = makeEnvironment();
      const outcomes = await Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          const connection = open(environment, server.route);
          const outcome = await ask(connection, `/${index}-`);
          connection.close();
          return outcome;
        }),
      );
      for (const [index, outcome] of outcomes.entries()) {
        assert.deepEqual(outcome, { body: `/${index}-`.repeat(2000), status: 200 });
      }
    });

    it('says what went wrong', async () => {
      await using server = await serve((path, socket) => {
        if (path === '/close') socket.end();
        if (path === '/half') socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf');
        if (path === '/rubbish') socket.end('rubbish\r\n\r\n');
        if (path === '/reset') server.reset(socket);
      });
      const environment = makeEnvironment();
      const problem = async (path: string, timeoutMs = 0) =>
        ask(open(environment, server.route), path, timeoutMs);
      assert.deepEqual(await problem('/close'), { problem: 'no-response' });
      assert.deepEqual(await problem('/half'), { problem: 'early-end' });
      assert.deepEqual(await problem('/rubbish'), { problem: 'malformed' });
      assert.deepEqual(await problem('/reset'), { problem: 'reset' });
      assert.deepEqual(await problem('/silence', 50), { problem: 'read-timeout' });
      const closedServer = await serve(() => {});
      await closedServer[Symbol.asyncDispose]();
      assert.deepEqual(await ask(open(environment, closedServer.route), '/'), { problem: 'refused' });
      assert.equal(environment.wheel.waiting, 0);
    });

    it('sends whole and in order what the kernel takes only bit by bit, also when it is answered before', async () => {
      const received: Buffer[] = [];
      let other: Socket | undefined;
      await using server = await serve((_path, socket) => {
        other = socket;
        socket.removeAllListeners('data');
        socket.once('data', (data: Buffer) => {
          received.push(data);
          socket.pause();
          socket.write(ok('before it is read'));
        });
        socket.write(ok('first'));
      });
      const connection = open(makeEnvironment(), server.route);
      assert.deepEqual(await ask(connection, '/first'), { body: 'first', status: 200 });
      const long = `/${'x'.repeat(12_000_000)}`;
      assert.deepEqual(await ask(connection, long), { body: 'before it is read', status: 200 });
      const last = ask(connection, '/last');
      const bytes = textOf(long).length + textOf('/last').length;
      other?.on('data', (data: Buffer) => {
        received.push(data);
        if (received.reduce((sum, { length }) => sum + length, 0) === bytes) other?.write(ok('all'));
      });
      other?.resume();
      assert.deepEqual(await last, { body: 'all', status: 200 });
      assert.equal(Buffer.concat(received).toString('latin1'), textOf(long) + textOf('/last'));
      connection.close();
    });

    it('says so when the other side has gone before it is written to', async () => {
      let other: Socket | undefined;
      await using server = await serve((path, socket) => {
        other = socket;
        socket.write(ok(path));
      });
      const connection = open(makeEnvironment(), server.route);
      await ask(connection, '/a');
      server.reset(other);
      assert.deepEqual(await ask(connection, '/b'), { problem: 'reset' });
      assert.ok(connection.isClosed);
    });

    it('takes what came with an answer for the next one, and is not used again once the other side has closed it', async () => {
      await using server = await serve((path, socket) => {
        socket.write(path === '/more' ? `${ok('x')}${ok('y')}` : ok('x'));
        if (path === '/bye') socket.end();
      });
      const environment = makeEnvironment();
      const more = open(environment, server.route);
      assert.deepEqual(await ask(more, '/more'), { body: 'x', status: 200 });
      assert.equal(more.isFree, true);
      assert.deepEqual(await ask(more, '/next'), { body: 'y', status: 200 });
      const bye = open(environment, server.route);
      assert.deepEqual(await ask(bye, '/bye'), { body: 'x', status: 200 });
      while (bye.isFree) await new Promise((resolve) => setImmediate(resolve));
      assert.ok(bye.isClosed);
    });

    it('sends each of the requests of a batch on its own connection', async () => {
      await using server = await serve((path, socket) => socket.write(ok(path)));
      const environment = makeEnvironment();
      const connections = Array.from({ length: 20 }, () => open(environment, server.route));
      await Promise.all(connections.map((connection, index) => ask(connection, `/open-${index}`)));
      const numbers = new Map(
        server.requests.map((line) => line.split(' /open-').reverse() as [string, string]),
      );
      server.requests.length = 0;
      for (const round of ['same', 'a', 'b']) {
        const pathOf = (index: number) => (round === 'same' ? '/same' : `/${round}-${index}`);
        const outcomes = await askTogether(environment, connections, pathOf);
        assert.deepEqual(
          outcomes,
          connections.map((_, index) => ({ body: pathOf(index), status: 200 })),
        );
        const expected = connections.map((_, index) => `${numbers.get(String(index))} ${pathOf(index)}`);
        assert.deepEqual(server.requests.splice(0).sort(), expected.sort());
      }
      for (const connection of connections) connection.close();
    });

    it('sends the rest of a request of a batch when the kernel takes it', async () => {
      let other: Socket | undefined;
      const received: Buffer[] = [];
      await using server = await serve((_path, socket) => {
        other = socket;
        socket.removeAllListeners('data');
        socket.pause();
        socket.write(ok('first'));
      });
      const environment = makeEnvironment();
      const connection = open(environment, server.route);
      await ask(connection, '/first');
      // More than the buffers of both sockets.
      const paths = Array.from({ length: 800 }, (_, index) => `/${index}-${'x'.repeat(15_000)}`);
      for (const path of paths) {
        const outcome = askTogether(environment, [connection], () => path);
        other?.write(ok(path.slice(0, 5)));
        assert.deepEqual(await outcome, [{ body: path.slice(0, 5), status: 200 }]);
      }
      const bytes = paths.reduce((sum, path) => sum + textOf(path).length, 0);
      const isWhole = new Promise<void>((resolve) => {
        let count = 0;
        other?.on('data', (data: Buffer) => {
          received.push(data);
          count += data.length;
          if (count >= bytes) resolve();
        });
      });
      other?.resume();
      await isWhole;
      assert.ok(Buffer.concat(received).equals(Buffer.from(paths.map(textOf).join(''))));
      connection.close();
    });

    it('reports a connection of a batch that the other side has reset', async () => {
      const sockets: Socket[] = [];
      await using server = await serve((path, socket) => {
        sockets.push(socket);
        socket.write(ok(path));
      });
      const environment = makeEnvironment();
      const connections = [open(environment, server.route), open(environment, server.route)];
      await Promise.all(connections.map((connection) => ask(connection, '/a')));
      server.reset(sockets.find((socket) => socket.remotePort !== undefined));
      const outcomes = await askTogether(environment, connections, () => '/b');
      assert.deepEqual(
        outcomes.map((outcome) => ('problem' in outcome ? outcome.problem : outcome.body)).sort(),
        ['/b', 'reset'],
      );
    });

    it('reads responses that have arrived when a batch ends', async () => {
      const environment = makeEnvironment();
      const { batcher } = environment;
      let isRead = false;
      await using server = await serve((path, socket) => {
        socket.write(ok(path));
        if (path === '/b') {
          // The first ones are skipped, because nothing had arrived when the request was sent.
          for (let turn = 0; turn < 4; turn++) batcher.run(() => {});
          isRead = connection.isFree;
        }
      });
      const connection = open(environment, server.route);
      await ask(connection, '/a');
      assert.deepEqual(await askTogether(environment, [connection], () => '/b'), [
        { body: '/b', status: 200 },
      ]);
      const isOfNode = isTls && environment.tls.channelsFor(undefined) === undefined;
      assert.equal(isRead, batcher.reader !== undefined && !isOfNode);
      assert.deepEqual(await askTogether(environment, [connection], () => '/c'), [
        { body: '/c', status: 200 },
      ]);
      connection.close();
    });
  });
}
