import { join } from 'node:path';
import { toolFolders } from './sandbox/layout.ts';
import type { WorkspaceFolders } from './workspace.ts';

/** Files for the communication between agent and tool; the same names on the node and inside the sandbox. */
export const heldFileNames = {
  /** In paths.tool: created by the runner when it has reached the barrier. */
  ready: 'ready',
  /** In paths.launch: `start <epoch ms>` opens the barrier (our engine also gets the clock offset of the service), `stop <grace ms>` requests a graceful stop. */
  control: 'control',
  /** In paths.results: standard output and error. */
  output: 'stdout.log',
} as const;

/** Paths of these files on the node. */
export function heldFiles(folders: WorkspaceFolders) {
  const parts = toolFolders(folders);
  return {
    ready: join(parts.inside, heldFileNames.ready),
    control: join(parts.launch, heldFileNames.control),
    output: join(folders.results, heldFileNames.output),
    /** Exists after the agent has killed the tool. */
    killed: join(folders.tool, 'killed'),
  };
}
