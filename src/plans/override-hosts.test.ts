import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../domain/errors.ts';
import { parseOverrideHosts } from './override-hosts.ts';

describe('override_hosts', () => {
  it('pairs host names with addresses', () => {
    assert.deepEqual(parseOverrideHosts('example.com/10.0.0.1, my_host.other.com/::1 localhost/127.0.0.2,'), [
      { host: 'example.com', ip: '10.0.0.1' },
      { host: 'my_host.other.com', ip: '::1' },
      { host: 'localhost', ip: '127.0.0.2' },
    ]);
    assert.deepEqual(parseOverrideHosts(null), []);
    assert.deepEqual(parseOverrideHosts(' '), []);
  });

  for (const bad of [
    'example.com',
    '10.0.0.1/example.com',
    'example.com/10.0.0',
    'a b/1.2.3.4/5',
    'x\ty/1.1.1.1',
    '-a/1.1.1.1',
    '*.a/1.1.1.1',
  ]) {
    it(`refuses ${JSON.stringify(bad)}, naming the field`, () => {
      assert.throws(
        () => parseOverrideHosts(`good.com/1.1.1.1, ${bad}`),
        (error) =>
          error instanceof AppError &&
          error.code === 'invalid' &&
          error.details.every((detail) => detail.field === 'run[override_hosts]') &&
          error.details.length >= 1,
      );
    });
  }
});
