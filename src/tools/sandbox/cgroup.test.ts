import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { createCgroups, findMissingCaps } from './cgroup.ts';

const limits = { memoryBytes: 64 * 2 ** 20, maxProcesses: 30 };

/** A folder with the kernel files of a delegated control group. */
async function delegated(t: TestContext, unit: string): Promise<string> {
  const root = await temporaryFolder(t);
  await writeFile(join(root, 'cgroup.controllers'), 'cpu memory pids');
  await mkdir(join(root, unit, 'main'), { recursive: true });
  await mkdir(join(root, unit, 'spate'));
  for (const folder of [join(root, unit), join(root, unit, 'spate')])
    await writeFile(join(folder, 'cgroup.subtree_control'), '');
  return root;
}

const unit = 'system.slice/spate.service';

test('without root, creates groups in the control group delegated by systemd', async (t) => {
  const root = await delegated(t, unit);
  const tree = { root, ownGroups: `0::/${unit}/main\n`, isRoot: false };
  const [group, ...others] = await createCgroups('one', limits, { tree });
  assert.deepEqual([group, others], [join(root, unit, 'spate', 'one'), []]);
  assert.equal(await readFile(join(group ?? '', 'memory.max'), 'utf8'), String(limits.memoryBytes));
  assert.equal(await readFile(join(group ?? '', 'pids.max'), 'utf8'), '30');
  for (const folder of [unit, `${unit}/spate`])
    assert.equal(await readFile(join(root, folder, 'cgroup.subtree_control'), 'utf8'), '+memory +pids');
});

test('replaces the groups of an agent that was killed before it could store them', async (t) => {
  const root = await delegated(t, unit);
  const tree = { root, ownGroups: `0::/${unit}/main\n`, isRoot: false };
  const group = join(root, unit, 'spate', 'one');
  await mkdir(group);
  assert.deepEqual(await createCgroups('one', limits, { tree }), [group]);
  assert.equal(await readFile(join(group, 'memory.max'), 'utf8'), String(limits.memoryBytes));
  const egressGroup = join(root, 'egress-1');
  await mkdir(join(egressGroup, 'two'), { recursive: true });
  const nothing = { root: join(root, 'none'), ownGroups: '', isRoot: false };
  assert.deepEqual(await createCgroups('two', limits, { tree: nothing, egressGroup }), [
    join(egressGroup, 'two'),
  ]);
});

test('does not use a unit whose own group contains the service, because the next start could not enter it', async (t) => {
  const root = await delegated(t, unit);
  const tree = { root, ownGroups: `0::/${unit}\n`, isRoot: false };
  assert.deepEqual(await createCgroups('one', limits, { tree }), []);
  assert.match(
    (await findMissingCaps(tree)) ?? '',
    /limited per process, not per run.* a unit that delegates one/,
  );
  assert.equal(await readFile(join(root, unit, 'cgroup.subtree_control'), 'utf8'), '');
  assert.deepEqual(await readdir(join(root, unit, 'spate')), ['cgroup.subtree_control']);
});

test('does not recreate a group without its egress rules', async (t) => {
  const root = await delegated(t, unit);
  const tree = { root, ownGroups: `0::/${unit}/main\n`, isRoot: false };
  const egressGroup = join(root, unit, 'spate', 'egress-1');
  await assert.rejects(createCgroups('one', limits, { tree, egressGroup }), { code: 'ENOENT' });
  assert.deepEqual(await readdir(join(root, unit, 'spate')), ['cgroup.subtree_control']);
});
