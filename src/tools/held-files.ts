import { join } from 'node:path';
import { toolFolders } from './sandbox/layout.ts';
import type { WorkspaceFolders } from './workspace.ts';

/** Names of the files that every tool and its runner speak through, the same on the node and inside the sandbox. */
export const heldFileNames = {
  /** In paths.tool: made by the runner once it is loaded and holds. */
  ready: 'ready',
  /** In paths.launch: `start <epoch ms>` opens the barrier (our own engine is also told what to add for the service's clock), `stop <ms of patience>` asks it to end in order. */
  control: 'control',
  /** In paths.results: standard output and error. */
  output: 'stdout.log',
} as const;

/** Where those files are on the node. */
export function heldFiles(folders: WorkspaceFolders) {
  const parts = toolFolders(folders);
  return {
    ready: join(parts.inside, heldFileNames.ready),
    control: join(parts.launch, heldFileNames.control),
    output: join(folders.results, heldFileNames.output),
    /** There once we have ended it by force. */
    killed: join(folders.tool, 'killed'),
  };
}
