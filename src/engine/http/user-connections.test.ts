import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { Wheel } from '../time/wheel.ts';
import type { Route } from './connection.ts';
import { createHttpEnvironment } from './http-environment.ts';
import { UserConnections } from './user-connections.ts';

test('a connection is kept for the time in the last response, and without a limit by default', async (t) => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const route: Route = {
    ...{ key: 'a', host: '127.0.0.1', port, isTls: false, serverName: '' },
    ...{ localAddress: undefined, connectTimeoutMs: 0 },
  };
  const nowMs = () => 1000;
  const connections = new UserConnections(createHttpEnvironment(new Wheel(nowMs), nowMs));
  t.after(() => connections.closeAll());
  const connection = connections.take(route, 1000);
  connections.release(connection, 5);
  assert.equal(connections.take(route, 5999), connection);
  connections.release(connection, undefined);
  assert.equal(connections.take(route, 6000), connection);
  connections.release(connection, 5);
  connections.release(connection, 0);
  assert.equal(connections.take(route, 6000), connection);
  connections.release(connection, 5);
  assert.notEqual(connections.take(route, 6000), connection);
});
