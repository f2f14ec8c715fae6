import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { silentLog } from '../lib/log.ts';
import { Uplink } from './uplink.ts';

test('an agent that is stopped while it prepares a connection opens none', async (t) => {
  let connections = 0;
  const server = createServer(() => {
    connections += 1;
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const stopping = new AbortController();
  const uplink = new Uplink({
    address: { url: `http://127.0.0.1:${port}`, ca: null },
    nodeId: 'n',
    credential: 'c',
    log: silentLog,
    prepare: async () => stopping.abort(),
    hello: () => assert.fail('connected'),
    onVersion: () => {},
    onIncompatible: () => {},
    onOpen: () => {},
    onClose: () => {},
    onMessage: () => {},
  });
  assert.equal(await uplink.run(stopping.signal), 'stopped');
  assert.equal(connections, 0);
});
