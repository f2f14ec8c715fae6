import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../lib/log.ts';
import { removeTree } from '../lib/remove-tree.ts';
import { endKeptTool } from '../tools/sandbox/end-kept-tool.ts';
import { workspaceAt } from './execution/workspace.ts';
import { lockFileName, lockFolder } from './folder-lock.ts';
import { healthSocketName } from './health-socket.ts';
import { identityFileName } from './identity.ts';
import { executionsFolderName } from './node-session.ts';

/** Cleans up after a killed agent: kills the tools still running in `dir` and removes its files. */
export async function cleanUpNode(dir: string, log: Log): Promise<void> {
  const lock = lockFolder(dir);
  try {
    const folder = join(dir, executionsFolderName);
    for (const name of await readdir(folder).catch(() => [])) {
      log.info({ executionId: name }, 'execution.orphan.killing');
      await endKeptTool(workspaceAt(folder, name));
    }
    await removeTraces(dir);
  } finally {
    lock.release();
  }
}

export async function removeTraces(dir: string): Promise<void> {
  for (const name of [executionsFolderName, identityFileName, healthSocketName, lockFileName]) {
    await removeTree(join(dir, name));
  }
}
