import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isId, newId } from '../../lib/id.ts';
import type { Log } from '../../lib/log.ts';
import { removeTree } from '../../lib/remove-tree.ts';
import type { WorkspaceFolders } from '../../tools/tool.ts';

/** Paths of one execution on the node. */
export interface Workspace extends WorkspaceFolders {
  root: string;
  state: string;
  spool: string;
  archive: string;
  /** Leased data files, outside of the sandbox. */
  leased: string;
  /** Placeholder file, deleted when the disk is full so that the outcome can still be written. */
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
    leased: join(root, 'leased'),
    reserve: join(root, 'reserve'),
  };
}

export async function createWorkspace(workspace: Workspace): Promise<void> {
  await mkdir(workspace.root, { recursive: true, mode: 0o711 });
  // Random bytes: some file systems allocate no space for zeros.
  await writeFile(workspace.reserve, randomBytes(reserveBytes), { flush: true });
}

/** Empties the folders, which an interrupted preparation may have filled. */
export async function resetFolders(workspace: Workspace): Promise<void> {
  for (const folder of [workspace.files, workspace.results, workspace.tool]) {
    await removeTree(folder);
    await mkdir(folder, { recursive: true });
  }
}

/** Renames the workspace before removing it, so that a partly removed one is never adopted. */
export async function removeWorkspace(executionsFolder: string, executionId: string): Promise<void> {
  // Unique, because an earlier folder may still exist if it could not be removed.
  const trash = join(executionsFolder, `${gonePrefix}${executionId}-${newId()}`);
  await rename(join(executionsFolder, executionId), trash);
  await removeTree(trash);
}

/** Lists the execution ids. Also removes workspaces whose removal was interrupted. */
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
