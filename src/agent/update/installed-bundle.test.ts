import assert from 'node:assert/strict';
import { mkdir, readdir, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { findBundlesFolder, switchToVersion } from './installed-bundle.ts';

const nameOf = (version: string) => `spate-node-${version}-linux-${process.arch}`;

/** A folder as created by the join script, with programs that print these versions; the first is the current one. */
async function folderWith(t: TestContext, versions: Record<string, string>): Promise<string> {
  const folder = await temporaryFolder(t);
  for (const [version, printed] of Object.entries(versions)) {
    await mkdir(join(folder, nameOf(version)));
    await writeFile(join(folder, nameOf(version), 'spate'), `#!/bin/sh\necho ${printed}\n`, { mode: 0o755 });
  }
  await symlink(nameOf(Object.keys(versions)[0] ?? ''), join(folder, 'current'));
  return folder;
}

const source = {
  address: { url: 'http://127.0.0.1:9', ca: null },
  authorization: '',
  signal: AbortSignal.timeout(60_000),
};

test('switches to a version that is there, keeps the former one and removes older ones', async (t) => {
  const folder = await folderWith(t, { '1.1.0': '1.1.0', '1.0.0': '1.0.0', '1.2.0': '1.2.0' });
  await mkdir(join(folder, 'data'));
  await switchToVersion(folder, '1.2.0', source);
  assert.equal(await readlink(join(folder, 'current')), nameOf('1.2.0'));
  assert.deepEqual((await readdir(folder)).toSorted(), ['current', 'data', nameOf('1.1.0'), nameOf('1.2.0')]);
});

test('stays at the current version when the other one does not start and cannot be downloaded', async (t) => {
  const folder = await folderWith(t, { '1.0.0': '1.0.0', '1.2.0': 'something else' });
  await assert.rejects(switchToVersion(folder, '1.2.0', source), /ECONNREFUSED/);
  await assert.rejects(switchToVersion(folder, '1.3.0', source), /ECONNREFUSED/);
  assert.equal(await readlink(join(folder, 'current')), nameOf('1.0.0'));
  assert.deepEqual((await readdir(folder)).toSorted(), ['current', nameOf('1.0.0'), nameOf('1.2.0')]);
});

test('recognizes a program that the join script installed', async (t) => {
  const folder = await folderWith(t, { '1.0.0': '1.0.0' });
  assert.equal(await findBundlesFolder(join(folder, nameOf('1.0.0'))), folder);
  await mkdir(join(folder, 'clone'));
  assert.equal(await findBundlesFolder(join(folder, 'clone')), undefined);
});
