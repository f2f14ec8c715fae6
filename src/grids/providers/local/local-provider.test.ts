import assert from 'node:assert/strict';
import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { afterwards } from '../../../../test/support/afterwards.ts';
import { testProgram } from '../../../../test/support/programs.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { until } from '../../../../test/support/until.ts';
import { newId } from '../../../lib/id.ts';
import { awaitRecord, isKeptRunning, startKept } from '../../../tools/process-record.ts';
import type { NodeSlot } from '../../provider.ts';
import { machinesOfNewGrid, provideMachines } from '../provider.conformance.ts';
import { createLocalProvider } from './local-provider.ts';

const main = testProgram('src/main.ts');

async function scene(t: TestContext) {
  const nodesDir = await temporaryFolder(t);
  const machines = machinesOfNewGrid();
  const options = {
    nodesDir,
    agentCommand: [process.execPath, main, 'agent'],
    environment: { PATH: process.env.PATH ?? '', HOME: nodesDir, SPATE_CACHE_DIR: join(nodesDir, 'cache') },
    capacity: 3,
  };
  const open = () => createLocalProvider(options);
  afterwards(t, () => open().end(machines));
  return { open, machines, nodesDir };
}

/** Agents by their command lines, which name their folders. */
async function agentsIn(nodesDir: string): Promise<{ pid: number; nodeId: string }[]> {
  const found = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (pid) => {
        const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
        const folder = line
          .split('\0')
          .find((word) => word.startsWith(`${nodesDir}/`) && !word.includes('join-token'));
        return folder === undefined ? [] : [{ pid: Number(pid), nodeId: basename(folder) }];
      }),
  );
  return found.flat();
}

provideMachines({
  name: 'the local provider',
  async setUp(t) {
    const { open, machines, nodesDir } = await scene(t);
    const agents = () => agentsIn(nodesDir);
    const indexOf = (nodeId: string) => machines.slots.findIndex((slot) => slot.nodeId === nodeId);
    return {
      open,
      machines,
      running: async () => (await agents()).map(({ nodeId }) => indexOf(nodeId)),
      async crash(index) {
        for (const { pid, nodeId } of await agents())
          if (indexOf(nodeId) === index) process.kill(pid, 'SIGKILL');
      },
      leftovers: async () => [...(await readdir(nodesDir)).filter((name) => name !== 'cache')],
    };
  },
});

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Already exited, as expected.
  }
}

test('kills the tools of a killed agent when its node is removed', async (t) => {
  const { open, machines, nodesDir } = await scene(t);
  const [slot] = machines.slots as [NodeSlot];
  const folder = join(nodesDir, slot.nodeId);
  const tool = join(folder, 'executions', newId(), 'tool');
  await mkdir(tool, { recursive: true });
  const record = join(tool, 'record');
  await startKept(record, {
    argv: ['/bin/sh', '-c', 'sleep 600 & wait'],
    outputPath: join(tool, 'output'),
    env: { PATH: process.env.PATH ?? '', SPATE_TEST_TOOL: slot.nodeId },
    marker: { name: 'SPATE_TEST_TOOL', value: slot.nodeId },
  });
  const group = join(await temporaryFolder(t), 'group');
  await mkdir(group);
  await writeFile(join(tool, 'cgroups'), group);
  const kept = await awaitRecord(record, 10_000);
  t.after(() => kept && killGroup(kept.keeper.pid));
  await until('the tool runs', () => isKeptRunning(record));
  assert.deepEqual((await open().end({ ...machines, slots: [slot] })).problems, []);
  assert.throws(() => process.kill(kept?.keeper.pid ?? 0, 0), { code: 'ESRCH' });
  for (const gone of [folder, group]) await assert.rejects(access(gone), { code: 'ENOENT' });
});
