import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isId, newId } from '../../lib/id.ts';
import type { Log } from '../../lib/log.ts';
import { removeTree } from '../../lib/remove-tree.ts';
import type { WorkspaceFolders } from '../../tools/tool.ts';

/** The places of one execution on the node. */
export interface Workspace extends WorkspaceFolders {
  root: string;
  state: string;
  spool: string;
  archive: string;
  /** Given up when the disk is full, so that the end can still be written down. */
  reserve: string;
}

const reserveBytes = 256 * 1024;
const gonePrefix = 'gone-';

export function workspaceAt(executionsFolder: string, executionId: string): Workspace {
  const root = join(executionsFolder, executionId);
  return {
    root,
    files: join(root, 'files'),
    results: join(root, 'results'),
    tool: join(root, 'tool'),
    state: join(root, 'state.json'),
    spool: join(root, 'spool'),
    archive: join(root, 'archive.tar.gz'),
    reserve: join(root, 'reserve'),
  };
}

export async function createWorkspace(workspace: Workspace): Promise<void> {
  await mkdir(workspace.root, { recursive: true, mode: 0o711 });
  // Noise, because some file systems store zeros in no room at all.
  await writeFile(workspace.reserve, randomBytes(reserveBytes), { flush: true });
}

/** Takes away what an interrupted preparation left, and lays the empty folders. */
export async function resetFolders(workspace: Workspace): Promise<void> {
  for (const folder of [workspace.files, workspace.results, workspace.tool]) {
    await removeTree(folder);
    await mkdir(folder, { recursive: true });
  }
}

/** Moves the workspace aside before removing it, so that half of one is never taken for an execution. */
export async function removeWorkspace(executionsFolder: string, executionId: string): Promise<void> {
  // A name of its own, so that an earlier one that could not be removed is not in the way.
  const gone = join(executionsFolder, `${gonePrefix}${executionId}-${newId()}`);
  await rename(join(executionsFolder, executionId), gone);
  await removeTree(gone);
}

/** The executions that are here. What a killed agent had begun to remove is removed, or left alone where that fails. */
export async function listWorkspaces(executionsFolder: string, log: Log): Promise<string[]> {
  await mkdir(executionsFolder, { recursive: true, mode: 0o711 });
  const names = await readdir(executionsFolder);
  for (const name of names) {
    if (!name.startsWith(gonePrefix)) continue;
    await removeTree(join(executionsFolder, name)).catch((error) =>
      log.error({ folder: name, err: error }, 'workspace.not_removed'),
    );
  }
  return names.filter(isId);
}
