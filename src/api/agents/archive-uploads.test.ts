import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ArchiveUploads } from './archive-uploads.ts';

test('a sender that disconnects before the archive is read fails only its upload', async () => {
  const uploads = new ArchiveUploads();
  const body = new PassThrough();
  const looked = Promise.withResolvers<void>();
  const taken = uploads.only('execution', body, async (archive) => {
    await looked.promise;
    await buffer(archive);
  });
  body.destroy();
  await nextTurn();
  await nextTurn();
  looked.resolve();
  await assert.rejects(taken);
});
