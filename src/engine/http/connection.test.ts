// Runs in its own process: leaves idle sockets, which do not keep a process running but count as open handles.
import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { ask, askTogether, environmentOf, kinds, ok, serve, textOf } from '../testing/http-connections.ts';
import { Connection, type Exchange, type Route } from './connection.ts';
import type { HttpEnvironment } from './http-environment.ts';

for (const kind of kinds) {
  describe(kind.name, () => {
    const makeEnvironment = () => environmentOf(kind);
    const open = (environment: HttpEnvironment, route: Route) => new Connection(environment, route);

    it('is not broken off by one whose exchange is over', async () => {
      await using server = await serve(kind, (path, socket) => socket.write(ok(path)));
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
      await using server = await serve(kind, (path, socket) => socket.write(ok(path)));
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
      await using server = await serve(kind, (path, socket) => {
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
      await using server = await serve(kind, (path, socket) => {
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
      const closedServer = await serve(kind, () => {});
      await closedServer[Symbol.asyncDispose]();
      assert.deepEqual(await ask(open(environment, closedServer.route), '/'), { problem: 'refused' });
      assert.equal(environment.wheel.waiting, 0);
    });

    it('sends whole and in order what the kernel takes only bit by bit, also when it is answered before', async () => {
      const received: Buffer[] = [];
      let other: Socket | undefined;
      await using server = await serve(kind, (_path, socket) => {
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
      await using server = await serve(kind, (path, socket) => {
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
      await using server = await serve(kind, (path, socket) => {
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
      await using server = await serve(kind, (path, socket) => socket.write(ok(path)));
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
      await using server = await serve(kind, (_path, socket) => {
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
      await using server = await serve(kind, (path, socket) => {
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
      await using server = await serve(kind, (path, socket) => {
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
      const isOfNode = kind.isTls && environment.tls.channelsFor(undefined) === undefined;
      assert.equal(isRead, batcher.reader !== undefined && !isOfNode);
      assert.deepEqual(await askTogether(environment, [connection], () => '/c'), [
        { body: '/c', status: 200 },
      ]);
      connection.close();
    });
  });
}
