import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import type { ByteRange } from '../lib/byte-range.ts';
import { parseRange, storedFileAnswer } from './stored-file.ts';

describe('storedFileAnswer', () => {
  const content = '0123456789';
  const file = {
    name: "é'(1).tar.gz",
    sizeBytes: content.length,
    open: async ({ start, end }: ByteRange = { start: 0, end: 9 }) =>
      Readable.from([content.slice(start, end + 1)]),
  };

  async function ask(range?: string) {
    const answer = storedFileAnswer(file, { range, contentType: 'application/gzip' });
    return { ...answer, body: 'open' in answer ? await text(await answer.open()) : undefined };
  }

  it('returns the whole file with length and an encoded name', async () => {
    const answer = await ask();
    assert.equal(answer.status, 200);
    assert.equal(answer.body, '0123456789');
    assert.equal(answer.headers?.['content-length'], '10');
    assert.equal(
      answer.headers?.['content-disposition'],
      "attachment; filename*=UTF-8''%C3%A9%27%281%29.tar.gz",
    );
    assert.equal(answer.headers?.['content-encoding'], undefined);
  });

  it('returns one requested range', async () => {
    const answer = await ask('bytes=2-4');
    assert.equal(answer.status, 206);
    assert.equal(answer.body, '234');
    assert.equal(answer.headers?.['content-range'], 'bytes 2-4/10');
    assert.equal((await ask('bytes=8-')).body, '89');
    assert.equal((await ask('bytes=-3')).body, '789');
  });

  it('returns 416 for a range beyond the end', async () => {
    const answer = await ask('bytes=10-');
    assert.equal(answer.status, 416);
    assert.equal(answer.headers?.['content-range'], 'bytes */10');
  });
});

describe('parseRange', () => {
  it('accepts a single byte range only', () => {
    assert.deepEqual(parseRange('bytes=0-0', 10), { start: 0, end: 0 });
    assert.deepEqual(parseRange('bytes=5-99', 10), { start: 5, end: 9 });
    assert.deepEqual(parseRange('bytes=-99', 10), { start: 0, end: 9 });
    assert.equal(parseRange('bytes=-0', 10), 'beyond');
    assert.equal(parseRange('bytes=0-', 0), 'beyond');
    for (const odd of [
      undefined,
      '',
      'bytes=',
      'bytes=-',
      'bytes=4-2',
      'bytes=0-1,3-4',
      'lines=1-2',
      'bytes=a-b',
    ]) {
      assert.equal(parseRange(odd, 10), undefined, odd ?? 'none');
    }
  });
});
