import { join } from 'node:path';
import type { ExecutionSpec } from '../../domain/execution.ts';
import { toolFolders } from '../sandbox/layout.ts';
import type { WorkspaceFolders } from '../workspace.ts';
import { fileNames } from './settings.ts';

/** Paths of the runner's files on the node. */
export function seleniumFiles(folders: WorkspaceFolders) {
  const parts = toolFolders(folders);
  return {
    settings: join(parts.launch, fileNames.settings),
    samples: join(parts.inside, fileNames.samples),
    errorSamples: join(parts.inside, fileNames.errorSamples),
    log: join(folders.results, fileNames.log),
  };
}

/** Temporary folder without a sandbox: the path of the workspace is too long for sockets of browsers. */
export function plainTemporaryFolder(spec: ExecutionSpec): string {
  return `/tmp/spate-${spec.executionId}`;
}
