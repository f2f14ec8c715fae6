import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partSizeOf } from './s3-upload.ts';

test('parts of a file grow so that there are at most 10,000', () => {
  const megabyte = 2 ** 20;
  assert.equal(partSizeOf(0), 8 * megabyte);
  assert.equal(partSizeOf(80_000 * megabyte), 8 * megabyte);
  for (const sizeBytes of [80_000 * megabyte + 1, 2 ** 40, 5 * 2 ** 40]) {
    const size = partSizeOf(sizeBytes);
    assert.equal(size % megabyte, 0);
    assert.ok(Math.ceil(sizeBytes / size) <= 10_000);
  }
});
