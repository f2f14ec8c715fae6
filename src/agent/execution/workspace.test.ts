import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeDeepTree } from '../../../test/support/deep-tree.ts';
import { exists } from '../../lib/exists.ts';
import { newId } from '../../lib/id.ts';
import { silentLog } from '../../lib/log.ts';
import { createWorkspace, listWorkspaces, removeWorkspace, workspaceAt } from './workspace.ts';

const unprivilegedUid = 65534;

test('lists executions even when an old workspace cannot be removed', async (t) => {
  // Root can remove any folder, so the test runs as an unprivileged user.
  if (process.getuid?.() === 0) process.seteuid?.(unprivilegedUid);
  const folder = await mkdtemp(join(tmpdir(), 'spate-workspaces-'));
  t.after(async () => {
    if (process.getuid?.() === 0) process.seteuid?.(0);
    await chmod(folder, 0o700);
    await rm(folder, { recursive: true, force: true });
  });
  const executionId = newId();
  await mkdir(join(folder, executionId));
  await mkdir(join(folder, 'gone-stuck'));
  await writeFile(join(folder, 'gone-stuck', 'file'), 'x');
  await chmod(folder, 0o500);
  assert.deepEqual(await listWorkspaces(folder, silentLog), [executionId]);
});

test('removes a workspace whose paths exceed the limit of the file system', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'spate-workspaces-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const executionId = newId();
  const workspace = workspaceAt(folder, executionId);
  await createWorkspace(workspace);
  await mkdir(workspace.results);
  await makeDeepTree(workspace.results);
  await removeWorkspace(folder, executionId);
  assert.deepEqual(await listWorkspaces(folder, silentLog), []);

  const gone = join(folder, `gone-${newId()}`);
  await mkdir(gone);
  await makeDeepTree(gone);
  assert.deepEqual(await listWorkspaces(folder, silentLog), []);
  assert.equal(await exists(gone), false);
});
