import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMasker, type Masker } from './masker.ts';

function maskerOf(...values: string[]): Masker {
  const masker = createMasker(values);
  assert.ok(masker);
  return masker;
}

async function inChunks(masker: Masker, bytes: Buffer, size: number, isBinary = false): Promise<Buffer> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  return Buffer.concat(await Array.fromAsync(masker.stream(chunks(), isBinary)));
}

const secret = 'pa$$ "wörd"/+&<x>\'~';

describe('masker', () => {
  it('is undefined without values', () => {
    assert.equal(createMasker([]), undefined);
  });

  it('masks a value in each of its encoded forms', () => {
    const masker = maskerOf(secret);
    const json = JSON.stringify(secret).slice(1, -1);
    const ascii = json.replaceAll('ö', '\\u00f6');
    for (const form of [
      secret,
      encodeURIComponent(secret),
      encodeURIComponent(secret)
        .replaceAll('%C3%B6', '%c3%b6')
        .replaceAll('%2F%2B', '%2f%2b')
        .replaceAll('%3C', '%3c')
        .replaceAll('%3E', '%3e'),
      new URLSearchParams({ a: secret }).toString().slice(2),
      json,
      ascii,
      ascii.replaceAll('/', '\\/'),
      JSON.stringify(json).slice(1, -1),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('base64url'),
      secret.replaceAll('"', '""'),
      secret
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;'),
    ])
      assert.equal(masker.text(`before[${form}]after`), 'before[***]after', form);
  });

  it('masks a value within base64 at any position', () => {
    const masker = maskerOf('hunter2-hunter2');
    for (const user of ['a', 'ab', 'abc']) {
      const header = Buffer.from(`${user}:hunter2-hunter2:end`).toString('base64');
      const masked = masker.text(`Authorization: Basic ${header}`);
      assert.match(masked, /\*\*\*/);
      const rest = masked.replace('Authorization: Basic ', '').split('***');
      for (const part of rest)
        assert.doesNotMatch(Buffer.from(part, 'base64').toString('latin1'), /hunt|unte|nter|ter2|er2-|r2-h/);
    }
  });

  it('masks the longest of several values with a common prefix', () => {
    assert.equal(maskerOf('abcd', 'abcdef').text('abcdefg abcde'), '***g ***e');
  });

  it('masks lines of a value with several lines', () => {
    const key = '-----BEGIN KEY-----\nMIIEvQIBADANBg\n-----END KEY-----';
    assert.equal(maskerOf(key).text('x MIIEvQIBADANBg y'), 'x *** y');
    assert.equal(maskerOf(key).text(`x ${key} y`), 'x *** y');
  });

  it('returns a text without values unchanged', () => {
    assert.equal(maskerOf('s3cret').text('nothing \ud800 here'), 'nothing \ud800 here');
  });

  it('masks a value truncated by a length limit', () => {
    const masker = maskerOf('topsecret');
    assert.equal(masker.text('GET /?k=topse', 13), 'GET /?k=***');
    assert.equal(masker.text('GET /?k=t', 9), 'GET /?k=*');
    assert.equal(masker.text('GET /?k=topse', 500), 'GET /?k=topse');
  });

  it('gives the same result for every size of the chunks', async () => {
    const masker = maskerOf(secret, 'aaaab', 'aaaa');
    const text = `1 ${secret}${secret} ${encodeURIComponent(secret)} aaaaaaab ${Buffer.from(`u:${secret}`).toString('base64')} aaa`;
    const whole = masker.text(text);
    assert.doesNotMatch(whole, /wörd|aaaa/);
    for (let size = 1; size <= text.length + 1; size++)
      assert.equal((await inChunks(masker, Buffer.from(text), size)).toString(), whole, `size ${size}`);
  });

  it('keeps the length of binary content', async () => {
    const bytes = Buffer.from('\0\x05aaaab\0rest');
    for (const size of [1, 3, 100])
      assert.equal((await inChunks(maskerOf('aaaab'), bytes, size, true)).toString(), '\0\x05*****\0rest');
  });
});
