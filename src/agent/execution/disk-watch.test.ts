import assert from 'node:assert/strict';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { DiskWatch } from './disk-watch.ts';

const limits = { maxBytes: 2 ** 20, maxFiles: 50 };

test('sums the allocated size of all files below a folder', async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'a/b'), { recursive: true });
  await writeFile(join(folder, 'a/one'), Buffer.alloc(600_000, 'x'));
  await writeFile(join(folder, 'hole'), '');
  await truncate(join(folder, 'hole'), 2 ** 30);
  assert.equal(await (await DiskWatch.begin(folder, limits)).look(), undefined);
  await writeFile(join(folder, 'a/b/two'), Buffer.alloc(600_000, 'x'));
  const watch = await DiskWatch.begin(folder, limits);
  assert.match(
    (await watch.look()) ?? '',
    /^The run used more than 1 MB of the node's disk \(SPATE_EXECUTION_DISK_MB\)$/,
  );
  assert.equal(await (await DiskWatch.begin(folder, { ...limits, maxBytes: 0 })).look(), undefined);
});

test('limits the number of files', async (t) => {
  const folder = await temporaryFolder(t);
  for (let number = 0; number < 51; number++) await writeFile(join(folder, String(number)), '');
  const found = await (await DiskWatch.begin(folder, limits)).look();
  assert.equal(found, 'The run made more than 50 files on the node');
});

test('ignores a folder that was removed during the walk', async (t) => {
  const folder = await temporaryFolder(t);
  const watch = await DiskWatch.begin(folder, limits);
  await mkdir(join(folder, 'a'));
  assert.equal(await watch.look(), undefined);
});
