import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { startTcp } from '../../test/chaos/gateway.ts';
import { Wires } from '../../test/chaos/wire.ts';
import { afterwards } from '../../test/support/afterwards.ts';
import { startPostgresServer } from '../../test/support/postgres-server.ts';
import { until } from '../../test/support/until.ts';
import { silentLog } from '../lib/log.ts';
import { type DatabaseOptions, openDatabase } from './database.ts';

/** A database behind wires that can be held, and one that is not. */
async function twoWays(t: TestContext, options: Partial<DatabaseOptions> = {}) {
  const server = await startPostgresServer(t);
  const wires = new Wires();
  let connections = 0;
  const { port } = await startTcp(t, wires, () => {
    connections++;
    return connect(server.port, '127.0.0.1');
  });
  const open = (at: number, more: Partial<DatabaseOptions>) => {
    const url = `postgresql://spate@127.0.0.1:${at}/postgres`;
    const database = openDatabase({ url, log: silentLog, ...more });
    afterwards(t, () => database.close());
    return database;
  };
  return { wires, held: open(port, options), free: open(server.port, {}), connections: () => connections };
}

test('a transaction of a host that vanished releases its locks, and is repeated when the host is back', async (t) => {
  const { wires, held, free } = await twoWays(t, { pauseTimeoutMs: 3_000 });
  await free.query('create table notes (text text)');
  const locked = Promise.withResolvers<void>();
  const mayContinue = Promise.withResolvers<void>();
  let attempts = 0;
  const writing = held.transaction(async (tx) => {
    attempts++;
    await tx.query('select pg_advisory_xact_lock(1)');
    await tx.query("insert into notes values ('once')");
    locked.resolve();
    if (attempts === 1) await mayContinue.promise;
  });
  await locked.promise;
  const release = wires.hold();
  await free.transaction(async (tx) => {
    await tx.query("set local lock_timeout = '30s'");
    await tx.query('select pg_advisory_xact_lock(1)');
  });
  release();
  // Otherwise a commit that is sent meanwhile may have an unknown outcome, which is not repeated.
  await until('the server ended the connection', () => wires.count === 0);
  mayContinue.resolve();
  await writing;
  assert.equal(attempts, 2);
  assert.deepEqual(await free.query('select text from notes'), [{ text: 'once' }]);
});

test('a connection that is lost while its session is set up is replaced', async (t) => {
  const server = await startPostgresServer(t);
  let losses = 0;
  const proxy = createServer((client) => {
    const upstream = connect(server.port, '127.0.0.1');
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const side of [client, upstream]) side.on('error', end).on('close', end);
    upstream.pipe(client);
    client.on('data', (chunk) => {
      if (losses === 0 && chunk.includes('tcp_keepalives')) {
        losses++;
        end();
      } else {
        upstream.write(chunk);
      }
    });
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  afterwards(t, () => proxy.close());
  const { port } = proxy.address() as AddressInfo;
  const database = openDatabase({ url: `postgresql://spate@127.0.0.1:${port}/postgres`, log: silentLog });
  afterwards(t, () => database.close());
  assert.deepEqual(await database.query('select 1 as one'), [{ one: 1 }]);
  assert.equal(losses, 1);
});

test('a listener notices that the server vanished, and listens on a new connection', async (t) => {
  const { wires, held, free, connections } = await twoWays(t, { probeMs: 1_000 });
  const heard: string[] = [];
  let reconnects = 0;
  const stop = await held.listen(
    'channel',
    (payload) => heard.push(payload),
    () => reconnects++,
  );
  const release = wires.hold();
  await until('another connection', () => connections() > 1);
  release();
  await until('the listener is back', () => reconnects === 1);
  await free.query("select pg_notify('channel', 'after')");
  await until('the notification', () => heard.length > 0);
  assert.deepEqual(heard, ['after']);
  await stop();
});

test('the server looks for vanished hosts on each connection', async (t) => {
  const { free } = await twoWays(t);
  const keepalives = await free.query(
    `select name, setting from pg_settings where name like 'tcp_keepalives_%' order by name`,
  );
  assert.deepEqual(keepalives, [
    { name: 'tcp_keepalives_count', setting: '3' },
    { name: 'tcp_keepalives_idle', setting: '10' },
    { name: 'tcp_keepalives_interval', setting: '5' },
  ]);
  await free.transaction(async (tx) => {
    const [row] = await tx.query<{ setting: string }>(
      "select current_setting('tcp_user_timeout') as setting",
    );
    assert.equal(row?.setting, '20000');
  });
});
