import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { newId } from '../../lib/id.ts';
import { silentLog } from '../../lib/log.ts';
import { StorageAccess } from '../storage-access.ts';
import { TestService } from '../testing/test-service.ts';
import { downloadFile } from './download.ts';

async function sceneOf(t: TestContext) {
  const service = await TestService.start();
  const folder = await mkdtemp(join(tmpdir(), 'spate-download-'));
  t.after(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });
  const nodeId = newId();
  service.nodes.set(nodeId, 'credential');
  const file = service.addFile('data.csv', Buffer.alloc(300_000, 'abcdefg'));
  const storage = new StorageAccess(200);
  const download = (change: Partial<typeof file> = {}, hasDirectStorage = false) =>
    downloadFile({
      hasDirectStorage,
      storage,
      address: { url: service.url, ca: service.certificates?.ca ?? null },
      authorization: `Bearer ${nodeId}.credential`,
      executionId: newId(),
      file: { ...file, ...change },
      folder,
      log: silentLog,
      signal: AbortSignal.timeout(20_000),
    });
  return { service, folder, file, download, content: service.files.get(file.id) };
}

/** Interrupts the first `times` downloads halfway. */
function breakOff(service: TestService, times: number): void {
  let left = times;
  service.intercept = (request, response) => {
    const fileId = request.url?.split('/').at(-1) ?? '';
    if (left === 0 || !service.files.has(fileId) || request.headers.range) return false;
    left--;
    response.writeHead(200, { 'content-length': 300_000 });
    response.write(service.files.get(fileId)?.subarray(0, 100_000), () => response.destroy());
    return true;
  };
}

test('resumes an interrupted download', async (t) => {
  const { service, download, content } = await sceneOf(t);
  breakOff(service, 1);
  assert.deepEqual(await readFile(await download()), content);
  assert.ok(service.fileRequests.some(({ range }) => /^bytes=\d+-$/.test(range ?? '')));
});

test('asks for an address in the storage only if the execution has direct access to it', async (t) => {
  const { service, download, folder, file, content } = await sceneOf(t);
  let questions = 0;
  service.intercept = (request, response) => {
    if (!request.url?.endsWith('/address')) return false;
    questions++;
    response.writeHead(204).end();
    return true;
  };
  for (const [hasDirectStorage, expected] of [
    [false, 0],
    [true, 1],
  ] as const) {
    await rm(join(folder, file.name), { force: true });
    assert.deepEqual(await readFile(await download({}, hasDirectStorage)), content);
    assert.equal(questions, expected);
  }
});

test('asks a storage that does not respond once, not for each file', async (t) => {
  const { service, download, folder, file, content } = await sceneOf(t);
  let connections = 0;
  const storage = createServer((socket) => {
    connections++;
    t.after(() => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(storage, 'listening');
  t.after(() => storage.close());
  const { port } = storage.address() as AddressInfo;
  service.intercept = (request, response) => {
    if (!request.url?.endsWith('/address')) return false;
    response.end(JSON.stringify({ url: `http://127.0.0.1:${port}/file?signature` }));
    return true;
  };
  for (const _ of [1, 2]) {
    assert.deepEqual(await readFile(await download({}, true)), content);
    await rm(join(folder, file.name));
  }
  assert.equal(connections, 1);
});

test('downloads an empty file', async (t) => {
  const { service, download } = await sceneOf(t);
  const empty = service.addFile('empty.txt', '');
  assert.equal((await readFile(await download(empty))).length, 0);
});

test('rejects a file with a wrong checksum or too many bytes', async (t) => {
  const { service, file, download } = await sceneOf(t);
  await assert.rejects(
    download({ sha256: '00'.repeat(32) }),
    /The checksum of .* is wrong after 3 downloads/,
  );
  service.files.set(file.id, Buffer.alloc(400_000, 'abcdefg'));
  await assert.rejects(download(), /The checksum of .* is wrong/);
});

test('rejects names that point outside of the folder', async (t) => {
  const { download } = await sceneOf(t);
  for (const name of ['../x', '/etc/x', 'a/b', '..', '.', '']) {
    await assert.rejects(download({ name }), /is not a valid file name/);
  }
});
