import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type TestContext, test } from 'node:test';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { needs } from '../../../test/support/needs.ts';
import { startCountingProxy } from '../../../test/support/s3/counting-proxy.ts';
import { startStorage, type TestStorage } from '../../../test/support/s3/storage.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { AppError } from '../../domain/errors.ts';
import { newId } from '../../lib/id.ts';
import { silentLog } from '../../lib/log.ts';
import { testFileStore } from './file-store.conformance.ts';
import { connectS3, type S3Access } from './s3-client.ts';
import { openS3Store } from './s3-store.ts';

const skip = needs('go');
const megabyte = 2 ** 20;
const roomy = { maxBytes: 1000 * megabyte };

async function openStore(t: TestContext, storage: TestStorage, change: Partial<S3Access> = {}) {
  const dataDir = await temporaryFolder(t);
  const store = await openS3Store({
    place: { bucket: storage.bucket, prefix: `${newId()}/` },
    access: { ...storage.access, ...change },
    stagingFolder: join(dataDir, 'files', 'staged'),
    isDirect: true,
    log: silentLog,
  });
  t.after(() => store.close());
  return { store, dataDir };
}

/** Random bytes in chunks of 1 MiB, and their checksum. */
function randomContent(megabytes: number) {
  const hash = createHash('sha256');
  const chunks = function* () {
    for (let each = 0; each < megabytes; each++) {
      const chunk = randomBytes(megabyte);
      hash.update(chunk);
      yield chunk;
    }
  };
  return { stream: Readable.from(chunks()), sha256: () => hash.digest('hex') };
}

async function sha256Of(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(stream, hash);
  return hash.digest('hex');
}

async function openUploads(storage: TestStorage): Promise<number> {
  const client = connectS3(storage.access);
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: storage.bucket }));
  client.destroy();
  return Uploads.length;
}

if (!skip) testFileStore('s3', async (t) => openStore(t, await startStorage(t)));

test('stores a large file in parts', { skip }, async (t) => {
  const storage = await startStorage(t);
  const { store } = await openStore(t, storage);
  const content = randomContent(50);
  const key = await store.keep(await store.stage(content.stream, roomy));
  const sha256 = content.sha256();
  assert.deepEqual(await store.describe(key), { sizeBytes: 50 * megabyte, sha256 });
  assert.equal(await sha256Of(await store.open(key)), sha256);
  assert.equal(await openUploads(storage), 0);
});

test('rejects a staged file that has changed, and leaves nothing', { skip }, async (t) => {
  const storage = await startStorage(t);
  const { store } = await openStore(t, storage);
  for (const megabytes of [1, 20]) {
    const staged = await store.stage(randomContent(megabytes).stream, roomy);
    await writeFile(staged.path, Buffer.alloc(staged.sizeBytes));
    await assert.rejects(store.keep(staged), { code: 'starting' });
  }
  assert.equal(await openUploads(storage), 0);
  const later = new Date(Date.now() + 60_000);
  assert.deepEqual(await Array.fromAsync(store.keysBefore(later)), []);
});

test('continues an upload when the server is killed and started again', { skip }, async (t) => {
  const storage = await startStorage(t);
  let restarted: Promise<void> | undefined;
  const endpoint = await startCountingProxy(t, {
    port: Number(new URL(storage.access.endpoint ?? '').port),
    afterBytes: 30 * megabyte,
    reached: () => {
      restarted = storage.kill().then(() => storage.start());
    },
  });
  const { store } = await openStore(t, storage, { endpoint });
  const content = randomContent(100);
  const key = await store.keep(await store.stage(content.stream, roomy));
  assert.ok(restarted);
  await restarted;
  assert.equal(await sha256Of(await store.open(key)), content.sha256());
  assert.equal(await openUploads(storage), 0);
});

test('an upload to a server that stays down fails, and the sweep removes its parts', { skip }, async (t) => {
  const storage = await startStorage(t);
  let killed: Promise<void> | undefined;
  const endpoint = await startCountingProxy(t, {
    port: Number(new URL(storage.access.endpoint ?? '').port),
    afterBytes: 30 * megabyte,
    reached: () => {
      killed = storage.kill();
    },
  });
  const { store, dataDir } = await openStore(t, storage, { endpoint });
  const staged = await store.stage(randomContent(100).stream, roomy);
  await assert.rejects(store.keep(staged), (error) => error instanceof AppError && error.code === 'starting');
  assert.ok(killed);
  await store.discard(staged.path);
  assert.deepEqual(await readdir(join(dataDir, 'files', 'staged')), []);
  await storage.start();
  assert.equal(await openUploads(storage), 1);
  assert.equal(await store.sweepUnfinished(new Date(0)), 0);
  assert.equal(await store.sweepUnfinished(new Date(Date.now() + 60_000)), 1);
  assert.equal(await openUploads(storage), 0);
});

test('explains a missing bucket, wrong keys and a server that does not respond', { skip }, async (t) => {
  const storage = await startStorage(t);
  const open = (bucket: string, change: Partial<S3Access>) =>
    temporaryFolder(t).then((stagingFolder) =>
      openS3Store({
        place: { bucket, prefix: '' },
        access: { ...storage.access, ...change },
        stagingFolder,
        log: silentLog,
      }),
    );
  await assert.rejects(open('no-such-bucket', {}), /s3:\/\/no-such-bucket at .*the bucket does not exist/);
  await assert.rejects(open(storage.bucket, { secretAccessKey: 'wrong' }), /the keys have no access to it/);
  await storage.kill();
  await assert.rejects(open(storage.bucket, {}), /it does not respond \(.*Check SPATE_S3_ENDPOINT/);
});

test('a place belongs to the first database that claims it', { skip }, async (t) => {
  const storage = await startStorage(t);
  const { store } = await openStore(t, storage);
  assert.equal(await store.claim('owner.json', '"first"'), '"first"');
  assert.equal(await store.claim('owner.json', '"second"'), '"first"');
});

test('a presigned request stores and reads exactly one file', { skip }, async (t) => {
  const { store } = await openStore(t, await startStorage(t));
  const { direct } = store;
  assert.ok(direct);
  const content = randomBytes(100_000);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const file = { sizeBytes: content.length, sha256 };
  const storageKey = newId();
  const { url, headers: signed } = await direct.upload(storageKey, file);
  // fetch sends the length of the body itself.
  const { 'content-length': length, ...headers } = signed;
  assert.equal(length, String(content.length));
  const put = async (address: string, body: Buffer, given: Record<string, string> = headers) => {
    const answer = await fetch(address, { method: 'PUT', body: new Uint8Array(body), headers: given });
    await answer.arrayBuffer();
    return answer.status;
  };

  const other = Buffer.from(content).fill(1, 0, 1);
  for (const wrong of [other, content.subarray(1), Buffer.concat([content, content])]) {
    const status = await put(url, wrong);
    assert.ok(status === 400 || status === 403, `status ${status} of ${wrong.length} bytes`);
  }
  const otherSum = createHash('sha256').update(other).digest('base64');
  const forged = { ...headers, 'x-amz-checksum-sha256': otherSum };
  assert.equal(await put(url, other, forged), 403);
  assert.equal(await put(url.replace(storageKey, newId()), content), 403);
  assert.equal(await store.sizeOf(storageKey), undefined);

  assert.equal(await put(url, content), 200);
  assert.deepEqual(await store.describe(storageKey), file);
  const address = await direct.download(storageKey);
  const whole = await fetch(address);
  assert.equal(whole.status, 200);
  assert.ok(content.equals(Buffer.from(await whole.arrayBuffer())));
  const part = await fetch(address, { headers: { range: 'bytes=99990-' } });
  assert.deepEqual([part.status, (await part.arrayBuffer()).byteLength], [206, 10]);
});
