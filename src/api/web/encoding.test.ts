import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chooseEncoding } from './encoding.ts';

const file = {
  contentType: 'text/css',
  plain: Buffer.from('plain'),
  br: Buffer.from('br'),
  gzip: Buffer.from('gzip'),
};
const chosen = (accepted: string | undefined) => chooseEncoding(file, accepted).encoding;

describe('chooseEncoding', () => {
  it('prefers brotli over gzip, and uses neither without Accept-Encoding', () => {
    assert.equal(chosen('gzip, deflate, br, zstd'), 'br');
    assert.equal(chosen('gzip'), 'gzip');
    assert.equal(chosen(undefined), undefined);
    assert.equal(chosen('identity'), undefined);
  });

  it('respects rejected encodings', () => {
    assert.equal(chosen('br;q=0, gzip;q=0.5'), 'gzip');
    assert.equal(chosen('gzip; q=0.000'), undefined);
  });
});
