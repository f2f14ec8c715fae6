import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { AppError } from '../../domain/errors.ts';
import { newId } from '../../lib/id.ts';
import type { FileStore } from '../file-store.ts';

const roomy = { maxBytes: 100_000_000 };

export interface StoreUnderTest {
  store: FileStore;
  dataDir: string;
}

/** Tests that every file store must pass. `open` creates an empty one. */
export function testFileStore(name: string, open: (t: TestContext) => Promise<StoreUnderTest>): void {
  const keepBytes = async (store: FileStore, bytes: Buffer) =>
    store.keep(await store.stage(Readable.from([bytes]), roomy));
  const read = async (store: FileStore, key: string, range?: { start: number; end: number }) =>
    buffer(await store.open(key, range));

  test(`${name}: stages, stores, reads and removes a file`, async (t) => {
    const { store } = await open(t);
    const content = randomBytes(300_000);
    const staged = await store.stage(
      Readable.from([content.subarray(0, 1000), content.subarray(1000)]),
      roomy,
    );
    assert.equal(staged.sizeBytes, content.length);
    assert.equal(staged.sha256, createHash('sha256').update(content).digest('hex'));
    assert.equal((await stat(staged.path)).mode & 0o777, 0o600);
    const key = await store.keep(staged);
    await assert.rejects(stat(staged.path), { code: 'ENOENT' });
    assert.equal(await store.sizeOf(key), content.length);
    assert.deepEqual(await read(store, key), content);
    assert.deepEqual(await read(store, key, { start: 10, end: 19 }), content.subarray(10, 20));
    await store.remove(key);
    await store.remove(key);
    assert.equal(await store.sizeOf(key), undefined);
    await assert.rejects(
      store.open(key),
      (error) => error instanceof AppError && error.code === 'files_expired',
    );
  });

  test(`${name}: accepts an empty file and one of exactly the limit`, async (t) => {
    const { store } = await open(t);
    const empty = await store.keep(await store.stage(Readable.from([]), { maxBytes: 0 }));
    assert.equal(await store.sizeOf(empty), 0);
    assert.deepEqual(await read(store, empty), Buffer.alloc(0));
    const full = await store.stage(Readable.from([Buffer.alloc(10)]), { maxBytes: 10 });
    assert.equal(full.sizeBytes, 10);
  });

  test(`${name}: stops at the limit and removes the file`, async (t) => {
    const { store, dataDir } = await open(t);
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

  test(`${name}: removes the file when the upload is interrupted`, async (t) => {
    const { store, dataDir } = await open(t);
    const broken = new Readable({
      read() {
        this.push(Buffer.alloc(10));
        this.destroy(new Error('connection reset'));
      },
    });
    await assert.rejects(store.stage(broken, roomy), /connection reset/);
    assert.deepEqual(await readdir(join(dataDir, 'files', 'staged')), []);
  });

  test(`${name}: rejects keys and paths outside of the store`, async (t) => {
    const { store, dataDir } = await open(t);
    const outside = join(dataDir, newId());
    await writeFile(outside, 'keep me');
    for (const key of ['../../secret', '', '..', `${newId().slice(1)}/`, '/etc/passwd', `${newId()}\0`]) {
      await assert.rejects(store.open(key), /is not a storage key/);
      await assert.rejects(store.sizeOf(key), /is not a storage key/);
      await assert.rejects(store.remove(key), /is not a storage key/);
    }
    await assert.rejects(store.keep({ path: outside, sizeBytes: 7, sha256: '' }), /is not a staged file/);
    await assert.rejects(
      store.discard(join(dataDir, 'files', 'staged', '..', '..', newId())),
      /is not a staged file/,
    );
    assert.equal((await stat(outside)).size, 7);
  });

  test(`${name}: deletes old staged files, and lists stored keys`, async (t) => {
    const { store } = await open(t);
    const forgotten = await store.stage(Readable.from(['x']), roomy);
    const discarded = await store.stage(Readable.from(['y']), roomy);
    const keys = [];
    for (const text of ['a', 'b']) keys.push(await keepBytes(store, Buffer.from(text)));
    await store.discard(discarded.path);
    assert.equal(await store.sweepUnfinished(new Date(0)), 0);
    const later = new Date(Date.now() + 60_000);
    assert.equal(await store.sweepUnfinished(later), 1);
    assert.deepEqual(await readdir(dirname(forgotten.path)), []);
    assert.deepEqual((await Array.fromAsync(store.keysBefore(later))).toSorted(), keys.toSorted());
    assert.deepEqual(await Array.fromAsync(store.keysBefore(new Date(0))), []);
  });
}
