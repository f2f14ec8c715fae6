import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../lib/log.ts';
import { killKept } from '../tools/process-record.ts';
import { toolFolders } from '../tools/sandbox/layout.ts';
import { workspaceAt } from './execution/workspace.ts';
import { lockFileName, lockFolder } from './folder-lock.ts';
import { identityFileName } from './identity.ts';
import { executionsFolderName } from './node-session.ts';
import { removeTree } from './remove-tree.ts';

/** For a node whose agent was ended by force: ends every tool that it left running, and removes what it kept. */
export async function cleanUpNode(dir: string, log: Log): Promise<void> {
  const lock = lockFolder(dir);
  try {
    const folder = join(dir, executionsFolderName);
    for (const name of await readdir(folder).catch(() => [])) {
      log.info({ executionId: name }, 'ending what is left of an execution');
      await killKept(toolFolders(workspaceAt(folder, name)).record);
    }
    await removeTraces(dir);
  } finally {
    lock.release();
  }
}

export async function removeTraces(dir: string): Promise<void> {
  for (const name of [executionsFolderName, identityFileName, lockFileName]) {
    await removeTree(join(dir, name));
  }
}
