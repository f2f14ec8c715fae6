import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clientAddress } from './client-address.ts';

function from(
  remoteAddress: string | undefined,
  forwarded: string | undefined,
  isBehindProxy: boolean,
): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return clientAddress({ headers, socket: { remoteAddress } }, isBehindProxy);
}

describe('clientAddress', () => {
  it('is that of the connection, whatever the header says, when there is no proxy', () => {
    assert.equal(from('203.0.113.9', '198.51.100.1', false), '203.0.113.9');
    assert.equal(from('::ffff:203.0.113.9', undefined, false), '203.0.113.9');
    assert.equal(from('fe80::1%eth0', undefined, false), 'fe80::1');
    assert.equal(from(undefined, '198.51.100.1', false), 'unknown');
  });

  it('is what the nearest proxies say behind one, and never what the client wrote before that', () => {
    assert.equal(from('127.0.0.1', '198.51.100.1', true), '198.51.100.1');
    assert.equal(from('127.0.0.1', '1.2.3.4, 198.51.100.1', true), '198.51.100.1');
    assert.equal(from('127.0.0.1', '1.2.3.4, 198.51.100.1, 10.0.0.7', true), '198.51.100.1');
    assert.equal(from('127.0.0.1', '198.51.100.1, rubbish, 10.0.0.7', true), '10.0.0.7');
    assert.equal(from('127.0.0.1', '[2001:db8::1]:4711', true), '2001:db8::1');
    assert.equal(from('127.0.0.1', '198.51.100.1:4711', true), '198.51.100.1');
    assert.equal(from('127.0.0.1', '10.1.1.1, 10.0.0.7', true), '10.0.0.7');
    assert.equal(from('127.0.0.1', undefined, true), '127.0.0.1');
    assert.equal(from('127.0.0.1', '', true), '127.0.0.1');
  });
});
