import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { nodePackages } from '../../../packaging/build-node.ts';
import { lockOf } from '../../../packaging/lock-of.ts';
import { packageFile } from '../../lib/package-files.ts';
import { bundleArchitectures } from '../../protocol/node-bundle.ts';
import { bundledModules } from './pack-node-bundle.ts';

test('bundled packages are those that the lock file requires, for one architecture each', async () => {
  const { packages } = JSON.parse(await readFile(packageFile('package-lock.json'), 'utf8'));
  const needed = Object.keys(lockOf(nodePackages, packages)).map((path) => path.replace('node_modules/', ''));
  for (const architecture of bundleArchitectures) {
    const isForOther = (name: string) =>
      name.startsWith('@esbuild/') && name !== `@esbuild/linux-${architecture}`;
    // A macOS file watcher.
    const expected = needed.filter((name) => !isForOther(name) && name !== 'fsevents');
    assert.deepEqual(bundledModules(architecture).toSorted(), expected.toSorted());
  }
});
