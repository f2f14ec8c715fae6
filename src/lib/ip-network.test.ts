import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatNetwork, isInNetwork, parseNetwork } from './ip-network.ts';

for (const [text, formatted] of [
  ['10.1.2.3/8', '10.0.0.0/8'],
  ['169.254.169.254', '169.254.169.254'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['fd00:ec2::254', 'fd00:ec2:0:0:0:0:0:254'],
  ['fe80::1/10', 'fe80:0:0:0:0:0:0:0/10'],
  ['::/0', '0:0:0:0:0:0:0:0/0'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3/104', '10.0.0.0/8'],
  ['64:ff9b::1.2.3.4', '64:ff9b:0:0:0:0:102:304'],
] as const) {
  test(`${text} is ${formatted}`, () => {
    const network = parseNetwork(text) ?? assert.fail();
    assert.equal(formatNetwork(network), formatted);
    assert.deepEqual(parseNetwork(formatted), network);
  });
}

test('rejects text that is not a network', () => {
  for (const text of [
    '',
    'localhost',
    '10.0.0.0/33',
    '::/129',
    '10.0.0/8',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    'fe80::1%lo',
  ])
    assert.equal(parseNetwork(text), undefined, text);
});

test('an address is in the networks with its prefix', () => {
  const has = (network: string, address: string) =>
    isInNetwork(parseNetwork(network) ?? assert.fail(), parseNetwork(address) ?? assert.fail());
  assert.ok(has('10.0.0.0/8', '10.255.0.1'));
  assert.ok(has('0.0.0.0/0', '255.1.2.3'));
  assert.ok(has('fd00::/8', 'fdff::1'));
  assert.ok(has('128.0.0.0/1', '255.255.255.255'));
  assert.ok(!has('10.0.0.0/8', '11.0.0.1'));
  assert.ok(!has('::/0', '10.0.0.1'));
  assert.ok(!has('10.0.0.1/32', '10.0.0.0/8'));
});
