import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { parseRange, storedFileAnswer } from './stored-file.ts';

describe('storedFileAnswer', () => {
  let folder: string;
  let path: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spate-stored-'));
    path = join(folder, 'kept');
    await writeFile(path, '0123456789');
  });
  after(() => rm(folder, { recursive: true }));

  async function ask(range?: string) {
    const file = { name: "é'(1).tar.gz", path, sizeBytes: 10 };
    const answer = await storedFileAnswer(file, { range, contentType: 'application/gzip' });
    return { ...answer, body: 'open' in answer ? await text(answer.open()) : undefined };
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

  it('returns 410 if the file has been deleted from the store', async () => {
    const gone = { name: 'x', path: join(folder, 'gone'), sizeBytes: 1 };
    const ask = storedFileAnswer(gone, { range: undefined, contentType: 'x' });
    await assert.rejects(ask, { code: 'files_expired' });
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
