import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { newId } from '../../lib/id.ts';
import { silentLog } from '../../lib/log.ts';
import { StorageAccess } from '../storage-access.ts';
import { TestService } from '../testing/test-service.ts';
import { uploadArchive } from './upload-archive.ts';

test('sends an archive once when the answer that it is stored is lost', async (t) => {
  const service = await TestService.start({ isTls: false });
  t.after(() => service.close());
  let uploads = 0;
  const storage = createServer((request, response) => {
    uploads++;
    request.resume().on('end', () => response.end());
  }).listen(0, '127.0.0.1');
  await once(storage, 'listening');
  t.after(() => storage.close());
  const url = `http://127.0.0.1:${(storage.address() as AddressInfo).port}/archive?signature`;
  let isStored = false;
  const asked: string[] = [];
  service.intercept = (request, response) => {
    const step = request.url?.split('/archive')[1] ?? '';
    asked.push(step);
    if (step === '/address') response.end(JSON.stringify(isStored ? { isStored } : { url, headers: {} }));
    else if (step === '/stored' && !isStored) {
      isStored = true;
      response.destroy();
    } else response.writeHead(204).end();
    return true;
  };
  const bytes = Buffer.from('an archive');
  const upload = () =>
    uploadArchive({
      hasDirectStorage: true,
      storage: new StorageAccess(),
      address: { url: service.url, ca: null },
      authorization: '',
      executionId: newId(),
      archive: {
        sizeBytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        open: () => Readable.from([bytes]),
      },
      fullDiskDeadlineMs: 0,
      onDiskFull: () => {},
      log: silentLog,
      signal: AbortSignal.timeout(20_000),
    });
  assert.equal(await upload(), 'stored');
  assert.deepEqual(asked, ['/address', '/stored', '/stored']);
  assert.equal(await upload(), 'stored', 'by a restarted agent');
  assert.deepEqual(asked.slice(3), ['/address']);
  assert.equal(uploads, 1);
});
