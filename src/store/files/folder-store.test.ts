import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { testFileStore } from './file-store.conformance.ts';
import { openFolderStore } from './folder-store.ts';

testFileStore('folder', async (t) => {
  const dataDir = await temporaryFolder(t);
  return { dataDir, store: await openFolderStore(dataDir) };
});

test('returns the free space', async (t) => {
  const store = await openFolderStore(await temporaryFolder(t));
  const freeBytes = await store.freeBytes();
  assert.ok(freeBytes !== null && freeBytes > 0);
});
