import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { ArchiveUploads } from './archive-uploads.ts';

test('a newer upload of the same execution replaces the previous one, and others continue', async () => {
  const uploads = new ArchiveUploads();
  const send = (executionId: string) => {
    const body = new PassThrough();
    let received = '';
    const done = uploads.only(executionId, body, async (stream) => {
      received = await text(stream);
    });
    return { body, done, received: () => received };
  };
  const [first, other, second] = [send('a'), send('b'), send('a')];
  await assert.rejects(first.done, /client disconnected/);
  second.body.end('second');
  other.body.end('other');
  await Promise.all([second.done, other.done]);
  assert.deepEqual([second.received(), other.received()], ['second', 'other']);
});

test('an upload fails when its sender disconnects', async () => {
  const body = new PassThrough();
  const done = new ArchiveUploads().only('a', body, async (stream) => {
    await text(stream);
  });
  body.write('half');
  body.destroy();
  await assert.rejects(done, /client disconnected/);
});
