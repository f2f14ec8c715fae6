import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseS3Url, s3UrlOf } from './s3-url.ts';

test('parses bucket and prefix', () => {
  assert.deepEqual(parseS3Url('s3://load-tests'), { bucket: 'load-tests', prefix: '' });
  assert.deepEqual(parseS3Url('s3://load-tests/'), { bucket: 'load-tests', prefix: '' });
  assert.deepEqual(parseS3Url('s3://load.tests/a//b/'), { bucket: 'load.tests', prefix: 'a/b/' });
  for (const text of [
    's3://',
    's3:///a',
    's3://Upper',
    's3://a',
    's3://bucket/../x',
    '/files',
    's3://b b/c',
  ]) {
    assert.equal(parseS3Url(text), undefined, text);
  }
});

test('writes the normal form', () => {
  for (const text of ['s3://load-tests', 's3://load-tests/a/b']) {
    assert.equal(s3UrlOf(parseS3Url(text) ?? { bucket: '', prefix: '' }), text);
  }
});
