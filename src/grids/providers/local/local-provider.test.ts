import assert from 'node:assert/strict';
import { access, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { afterwards } from '../../../../test/support/afterwards.ts';
import { nodeAgent, processesBelow } from '../../../../test/support/processes.ts';
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

provideMachines({
  name: 'the local provider',
  async setUp(t) {
    const { open, machines, nodesDir } = await scene(t);
    const agentsOf = ({ nodeId }: NodeSlot) => processesBelow(join(nodesDir, nodeId), nodeAgent);
    return {
      open,
      machines,
      running: async () => machines.slots.flatMap((slot, index) => agentsOf(slot).map(() => index)),
      async crash(index) {
        for (const pid of agentsOf(machines.slots[index] as NodeSlot)) process.kill(pid, 'SIGKILL');
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
