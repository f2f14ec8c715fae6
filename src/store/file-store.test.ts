import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { AppError } from '../domain/errors.ts';
import { newId } from '../lib/id.ts';
import { openFileStore } from './file-store.ts';

const roomy = { maxBytes: 10_000_000 };

test('stages, stores, reads and removes a file', async (t) => {
  const store = await openFileStore(await temporaryFolder(t));
  const content = randomBytes(300_000);
  const staged = await store.stage(Readable.from([content.subarray(0, 1000), content.subarray(1000)]), roomy);
  assert.equal(staged.sizeBytes, content.length);
  assert.equal(staged.sha256, createHash('sha256').update(content).digest('hex'));
  const key = await store.keep(staged.path);
  assert.deepEqual(await readFile(store.path(key)), content);
  assert.equal((await stat(store.path(key))).mode & 0o777, 0o600);
  await store.remove(key);
  await store.remove(key);
  await assert.rejects(stat(store.path(key)), { code: 'ENOENT' });
});

test('accepts an empty file and one of exactly the limit', async (t) => {
  const store = await openFileStore(await temporaryFolder(t));
  const empty = await store.stage(Readable.from([]), { maxBytes: 0 });
  assert.deepEqual(await readFile(store.path(await store.keep(empty.path))), Buffer.alloc(0));
  const full = await store.stage(Readable.from([Buffer.alloc(10)]), { maxBytes: 10 });
  assert.equal(full.sizeBytes, 10);
});

test('stops at the limit and removes the file', async (t) => {
  const dataDir = await temporaryFolder(t);
  const store = await openFileStore(dataDir);
  let chunks = 0;
  const endless = Readable.from(
    (function* () {
      for (;;) {
        chunks++;
        yield Buffer.alloc(1000);
      }
    })(),
  );
  await assert.rejects(
    store.stage(endless, { maxBytes: 5000 }),
    (error) => error instanceof AppError && error.code === 'too_large' && /5000 bytes/.test(error.message),
  );
  assert.ok(chunks < 100);
  assert.equal(endless.destroyed, true);
  assert.deepEqual(await readdir(join(dataDir, 'files', 'staged')), []);
});

test('removes the file when the upload is interrupted', async (t) => {
  const dataDir = await temporaryFolder(t);
  const store = await openFileStore(dataDir);
  const broken = new Readable({
    read() {
      this.push(Buffer.alloc(10));
      this.destroy(new Error('connection reset'));
    },
  });
  await assert.rejects(store.stage(broken, roomy), /connection reset/);
  assert.deepEqual(await readdir(join(dataDir, 'files', 'staged')), []);
});

test('rejects keys and paths outside of the folder', async (t) => {
  const dataDir = await temporaryFolder(t);
  const store = await openFileStore(dataDir);
  const outside = join(dataDir, newId());
  await writeFile(outside, 'keep me');
  for (const key of ['../../secret', '', '..', `${newId().slice(1)}/`, '/etc/passwd', `${newId()}\0`]) {
    assert.throws(() => store.path(key), /is not a storage key/);
    assert.throws(() => store.remove(key), /is not a storage key/);
  }
  await assert.rejects(store.keep(outside), /is not a staged file/);
  assert.throws(
    () => store.discard(join(dataDir, 'files', 'staged', '..', '..', newId())),
    /is not a staged file/,
  );
  assert.equal(await readFile(outside, 'utf8'), 'keep me');
});

test('deletes old staged files, and lists stored keys', async (t) => {
  const store = await openFileStore(await temporaryFolder(t));
  const forgotten = await store.stage(Readable.from(['x']), roomy);
  const discarded = await store.stage(Readable.from(['y']), roomy);
  const keys = [];
  for (const text of ['a', 'b'])
    keys.push(await store.keep((await store.stage(Readable.from([text]), roomy)).path));
  await store.discard(discarded.path);
  assert.equal(await store.sweepStaged(new Date(0)), 0);
  const later = new Date(Date.now() + 60_000);
  assert.equal(await store.sweepStaged(later), 1);
  await assert.rejects(stat(forgotten.path), { code: 'ENOENT' });
  assert.deepEqual((await Array.fromAsync(store.keysBefore(later))).toSorted(), keys.toSorted());
  assert.deepEqual(await Array.fromAsync(store.keysBefore(new Date(0))), []);
});

test('returns the free space', async (t) => {
  const store = await openFileStore(await temporaryFolder(t));
  assert.ok((await store.freeBytes()) > 0);
});
