import { join } from 'node:path';
import type { ExecutionSpec } from '../../domain/execution.ts';
import { toolFolders } from '../sandbox/layout.ts';
import type { WorkspaceFolders } from '../workspace.ts';
import { fileNames } from './settings.ts';

/** Where the runner's files are on the node. */
export function seleniumFiles(folders: WorkspaceFolders) {
  const parts = toolFolders(folders);
  return {
    settings: join(parts.launch, fileNames.settings),
    samples: join(parts.inside, fileNames.samples),
    log: join(folders.results, fileNames.log),
  };
}

/** Without a sandbox, where the folder of an execution has too long a path for a browser's sockets. */
export function plainTemporaryFolder(spec: ExecutionSpec): string {
  return `/tmp/spate-${spec.executionId}`;
}
