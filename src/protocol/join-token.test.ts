import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../domain/errors.ts';
import { newId } from '../lib/id.ts';
import { decodeJoinToken, encodeJoinToken } from './join-token.ts';

const token = {
  url: 'https://spate.example:8443',
  caFingerprint: 'ab'.repeat(32),
  gridId: newId(),
  secret: 's3cret',
};

test('decodes a join token as encoded', () => {
  assert.deepEqual(decodeJoinToken(encodeJoinToken(token)), { version: 1, ...token });
  const systemTrust = { ...token, caFingerprint: null, url: 'http://10.0.0.1' };
  assert.deepEqual(decodeJoinToken(encodeJoinToken(systemTrust)), { version: 1, ...systemTrust });
});

test('accepts surrounding spaces and a trailing slash of the URL', () => {
  const text = encodeJoinToken({ ...token, url: 'https://spate.example/' });
  assert.equal(decodeJoinToken(`  ${text}\n`).url, 'https://spate.example');
});

test('rejects an invalid token with a message', () => {
  const whole = encodeJoinToken(token);
  const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const cases: [string, RegExp][] = [
    ['', /characters/],
    ['not a token!', /characters/],
    ['abcdef', /truncated/],
    [whole.slice(0, -12), /truncated/],
    [json({ ...token, version: 2 }), /another version/],
    [json({ ...token, version: 1, secret: '' }), /missing/],
    [json({ ...token, version: 1, caFingerprint: 'AB' }), /missing/],
    [json({ ...token, version: 1, gridId: '../..' }), /missing/],
    [json({ ...token, version: 1, url: 'ftp://x' }), /address/],
    [json({ ...token, version: 1, url: 'spate' }), /address/],
    [json(null), /missing/],
  ];
  for (const [text, expected] of cases) {
    assert.throws(
      () => decodeJoinToken(text),
      (error) => error instanceof AppError && error.code === 'invalid' && expected.test(error.message),
      text,
    );
  }
});
