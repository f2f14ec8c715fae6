import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clientAddress } from './client-address.ts';

function from(remoteAddress: string | undefined, forwarded: string | undefined, proxies: number): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return clientAddress({ headers, socket: { remoteAddress } }, proxies);
}

describe('clientAddress', () => {
  it('is that of the connection without a proxy, independent of the header', () => {
    assert.equal(from('203.0.113.9', '198.51.100.1', 0), '203.0.113.9');
    assert.equal(from('::ffff:203.0.113.9', undefined, 0), '203.0.113.9');
    assert.equal(from('fe80::1%eth0', undefined, 0), 'fe80::1');
    assert.equal(from(undefined, '198.51.100.1', 0), 'unknown');
  });

  it('is taken from the entries of trusted proxies, never from those of the client', () => {
    assert.equal(from('127.0.0.1', '198.51.100.1', 1), '198.51.100.1');
    assert.equal(from('127.0.0.1', '1.2.3.4, 198.51.100.1', 1), '198.51.100.1');
    assert.equal(from('127.0.0.1', '1.2.3.4, 198.51.100.1, 10.0.0.7', 2), '198.51.100.1');
    assert.equal(from('127.0.0.1', '198.51.100.1, rubbish, 10.0.0.7', 3), '10.0.0.7');
    assert.equal(from('127.0.0.1', '[2001:db8::1]:4711', 1), '2001:db8::1');
    assert.equal(from('127.0.0.1', '198.51.100.1:4711', 1), '198.51.100.1');
    assert.equal(from('127.0.0.1', '10.1.1.1, 10.0.0.7', 1), '10.0.0.7');
    assert.equal(from('127.0.0.1', '10.0.0.7', 3), '10.0.0.7');
    assert.equal(from('127.0.0.1', undefined, 1), '127.0.0.1');
    assert.equal(from('127.0.0.1', '', 1), '127.0.0.1');
  });

  it('cannot be forged from the same private network', () => {
    assert.equal(from('127.0.0.1', '198.51.100.1, 10.0.0.5', 1), '10.0.0.5');
    assert.equal(from('127.0.0.1', '198.51.100.1, 192.168.1.5, 10.0.0.7', 2), '192.168.1.5');
  });
});
