import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeDeepTree } from '../../test/support/deep-tree.ts';
import { removeTree } from './remove-tree.ts';

test('removes folders without permissions, and keeps the targets of links', async (t) => {
  // Root can remove any folder, so the test runs as an unprivileged user.
  const unprivilegedUid = 65534;
  if (process.getuid?.() === 0) process.seteuid?.(unprivilegedUid);
  t.after(async () => {
    if (process.getuid?.() === 0) process.seteuid?.(0);
    await rm(root, { recursive: true, force: true });
  });
  const root = await mkdtemp(join(tmpdir(), 'spate-remove-'));
  const closed = join(root, 'tree', 'a', 'closed');
  await mkdir(closed, { recursive: true });
  await writeFile(join(closed, 'file'), 'x');
  await mkdir(join(root, 'outside'));
  await writeFile(join(root, 'outside', 'kept'), 'x');
  await symlink(join(root, 'outside'), join(closed, 'link'));
  await chmod(closed, 0);
  await chmod(join(root, 'tree', 'a'), 0o500);
  await assert.rejects(rm(join(root, 'tree'), { recursive: true }));
  await removeTree(join(root, 'tree'));
  assert.ok(!existsSync(join(root, 'tree')));
  assert.ok(existsSync(join(root, 'outside', 'kept')));
  await removeTree(join(root, 'tree'));
});

test('removes a tree deeper than any path', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'spate-deep-'));
  t.after(() => rm(root, { recursive: true, force: true }));
  const tree = join(root, 'tree');
  await mkdir(tree);
  await makeDeepTree(tree);
  await removeTree(tree);
  assert.ok(!existsSync(tree));
});
