import { join } from 'node:path';
import { heldFileNames } from '../tool-process/held-file-names.ts';
import { toolFolders } from './sandbox/layout.ts';
import type { WorkspaceFolders } from './workspace.ts';

/** The files exchanged with a tool, as paths on the node. */
export function heldFiles(folders: WorkspaceFolders) {
  const parts = toolFolders(folders);
  return {
    ready: join(parts.inside, heldFileNames.ready),
    control: join(parts.launch, heldFileNames.control),
    liveControl: join(parts.launch, heldFileNames.liveControl),
    output: join(folders.results, heldFileNames.output),
    /** Exists once the tool was killed. */
    killed: join(folders.tool, 'killed'),
  };
}
