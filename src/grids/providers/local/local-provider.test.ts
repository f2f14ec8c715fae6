import assert from 'node:assert/strict';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../../../test/support/eventually.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { newId } from '../../../lib/id.ts';
import { awaitRecord, isKeptRunning, startKept } from '../../../tools/process-record.ts';
import type { NodeSlot } from '../../provider.ts';
import { createLocalProvider } from './local-provider.ts';

const main = fileURLToPath(new URL('../../../main.ts', import.meta.url));

async function scene(t: TestContext) {
  const nodesDir = await temporaryFolder(t);
  const provider = createLocalProvider({
    nodesDir,
    agentCommand: [process.execPath, main, 'agent'],
    environment: { PATH: process.env.PATH ?? '', HOME: nodesDir, SPATE_CACHE_DIR: join(nodesDir, 'cache') },
    capacity: 1,
  });
  const nodeId = newId();
  const slot = { nodeId, index: 0, joinToken: 'none', isHeard: false } as NodeSlot;
  return { provider, slot, folder: join(nodesDir, nodeId) };
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Gone already, as it should be.
  }
}

test('removing a node ends the tools that its agent left running', async (t) => {
  const { provider, slot, folder } = await scene(t);
  const tool = join(folder, 'executions', newId(), 'tool');
  await mkdir(tool, { recursive: true });
  const record = join(tool, 'record');
  await startKept(record, {
    argv: ['/bin/sh', '-c', 'sleep 600 & wait'],
    outputPath: join(tool, 'output'),
    env: { PATH: process.env.PATH ?? '', SPATE_TEST_TOOL: slot.nodeId },
    marker: { name: 'SPATE_TEST_TOOL', value: slot.nodeId },
  });
  const kept = await awaitRecord(record, 10_000);
  t.after(() => kept && killGroup(kept.keeper.pid));
  await eventually('the tool runs', () => isKeptRunning(record));
  await provider.removeNode(slot);
  assert.throws(() => process.kill(kept?.keeper.pid ?? 0, 0), { code: 'ESRCH' });
  await assert.rejects(access(folder), { code: 'ENOENT' });
});
