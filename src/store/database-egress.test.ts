import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';
import { egressPolicy, isEgressAllowed, parseEgress } from '../domain/egress.ts';
import { parseNetwork } from '../lib/ip-network.ts';
import { databaseEgress } from './database-egress.ts';

async function isReachable(url: string, address: string, port: number, more: readonly string[] = []) {
  const network = parseNetwork(address) ?? assert.fail(address);
  const rules = [await databaseEgress(url), ...more.map((each) => `allow:${each}`)].join(' ');
  return isEgressAllowed(egressPolicy(parseEgress(rules), []), network, port);
}

test('denies a remote database on its port only', async () => {
  const url = 'postgres://spate:secret@192.0.2.7:5433/spate';
  assert.equal(await isReachable(url, '192.0.2.7', 5433), false);
  assert.equal(await isReachable(url, '192.0.2.7', 5433, ['192.0.2.0/24', '192.0.2.7']), false);
  assert.equal(await isReachable(url, '192.0.2.7', 443), true);
  assert.equal(await isReachable(url, '127.0.0.1', 5433), true);
});

test('denies each host of a database with several', async () => {
  const url = 'postgres://spate@192.0.2.7:5433,192.0.2.8/spate';
  assert.equal(await isReachable(url, '192.0.2.7', 5433), false);
  assert.equal(await isReachable(url, '192.0.2.8', 5432), false);
  assert.equal(await isReachable(url, '192.0.2.8', 5433), true);
});

test('denies a local database on all addresses of the machine', async () => {
  const url = 'postgres://localhost/spate';
  const own = Object.values(networkInterfaces()).flatMap((each) =>
    (each ?? []).map(({ address }) => address),
  );
  for (const address of ['127.0.0.1', '127.8.9.1', '::1', ...own])
    assert.equal(await isReachable(url, address, 5432, ['127.0.0.1']), false, address);
  assert.equal(await isReachable(url, '127.0.0.1', 8080), true);
});

test('needs no rule for a Unix socket', async () => {
  assert.equal(await databaseEgress('postgres://spate@/spate?host=/var/run/postgresql'), '');
});
