import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outboundPolicy } from './outbound.ts';

test('denies loopback, link-local, metadata and embedded IPv4 addresses, and allows other networks', () => {
  const isAllowed = outboundPolicy('');
  for (const address of [
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '169.254.169.254',
    '100.100.100.200',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    'fe80::1',
    'fd00:ec2::254',
    'ff02::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'not an address',
  ])
    assert.equal(isAllowed(address, 80), false, address);
  for (const address of ['10.0.0.1', '192.168.1.1', '8.8.8.8', '2606:4700::1111', 'fd12::1'])
    assert.equal(isAllowed(address, 443), true, address);
});

test('rules of the operator take precedence', () => {
  const one = outboundPolicy('allow:127.0.0.1:9090');
  assert.deepEqual(
    [one('127.0.0.1', 9090), one('127.0.0.1', 80), one('127.0.0.2', 9090)],
    [true, false, false],
  );
  const list = outboundPolicy('deny:all,allow:10.1.0.0/16');
  assert.deepEqual([list('10.1.2.3', 80), list('10.2.0.1', 80), list('8.8.8.8', 443)], [true, false, false]);
  assert.equal(outboundPolicy('allow:127.0.0.0/8')('127.0.0.1', 80), true);
});
