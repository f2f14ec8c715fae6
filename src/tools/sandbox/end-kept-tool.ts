import { killKept } from '../process-record.ts';
import type { WorkspaceFolders } from '../workspace.ts';
import { notedCgroups, removeCgroups } from './cgroup.ts';
import { toolFolders } from './layout.ts';

/** Ends all processes of a workspace and removes its control groups, for any tool and sandbox. */
export async function endKeptTool(folders: WorkspaceFolders): Promise<void> {
  await killKept(toolFolders(folders).record);
  await removeCgroups(await notedCgroups(folders));
}
