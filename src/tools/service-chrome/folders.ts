import { join } from 'node:path';
import { browserFileNames as fileNames } from '../../tool-process/browser-file-names.ts';
import { toolFolders } from '../sandbox/layout.ts';
import type { WorkspaceFolders } from '../workspace.ts';

/** The files exchanged with the runner, as paths on the node. */
export function serviceChromeFiles(folders: WorkspaceFolders) {
  const parts = toolFolders(folders);
  return {
    options: join(parts.launch, fileNames.options),
    samples: join(parts.inside, fileNames.samples),
    errorSamples: join(parts.inside, fileNames.errorSamples),
    events: join(parts.inside, fileNames.events),
    steps: join(folders.results, fileNames.steps),
    log: join(folders.results, fileNames.log),
  };
}
