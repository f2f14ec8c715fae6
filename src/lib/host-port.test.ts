import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHostPort } from './host-port.ts';

test('parses names, IPv4 and IPv6 addresses with a port', () => {
  assert.deepEqual(parseHostPort('127.0.0.1:9464'), { host: '127.0.0.1', port: 9464 });
  assert.deepEqual(parseHostPort('node-1.example.com:0'), { host: 'node-1.example.com', port: 0 });
  assert.deepEqual(parseHostPort('[::1]:65535'), { host: '::1', port: 65_535 });
});

test('rejects everything else', () => {
  for (const text of ['', '9464', ':9464', 'localhost', '::1:9464', '127.0.0.1:65536', 'http://a:1', 'a:1/x'])
    assert.equal(parseHostPort(text), undefined, text);
});
