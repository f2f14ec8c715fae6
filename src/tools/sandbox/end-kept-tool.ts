import { killKept } from '../process-record.ts';
import type { WorkspaceFolders } from '../workspace.ts';
import { notedCgroups, removeCgroups } from './cgroup.ts';
import { toolFolders } from './layout.ts';

/** Ends whatever runs for this workspace and removes what was made for it elsewhere, whichever tool and sandbox it was. */
export async function endKeptTool(folders: WorkspaceFolders): Promise<void> {
  await killKept(toolFolders(folders).record);
  await removeCgroups(await notedCgroups(folders));
}
