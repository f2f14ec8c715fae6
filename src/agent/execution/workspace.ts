import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isId } from '../../lib/id.ts';
import type { WorkspaceFolders } from '../../tools/tool.ts';
import { removeTree } from '../remove-tree.ts';

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
export async function layFolders(workspace: Workspace): Promise<void> {
  for (const folder of [workspace.files, workspace.results, workspace.tool]) {
    await removeTree(folder);
    await mkdir(folder, { recursive: true });
  }
}

/** Moves the workspace aside before removing it, so that half of one is never taken for an execution. */
export async function removeWorkspace(executionsFolder: string, executionId: string): Promise<void> {
  const gone = join(executionsFolder, gonePrefix + executionId);
  await removeTree(gone);
  await rename(join(executionsFolder, executionId), gone);
  await removeTree(gone);
}

/** The executions that are here; what a killed agent had begun to remove is removed. */
export async function listWorkspaces(executionsFolder: string): Promise<string[]> {
  await mkdir(executionsFolder, { recursive: true, mode: 0o711 });
  const names = await readdir(executionsFolder);
  for (const name of names) {
    if (name.startsWith(gonePrefix)) await removeTree(join(executionsFolder, name));
  }
  return names.filter(isId);
}
