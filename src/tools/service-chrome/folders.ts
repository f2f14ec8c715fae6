import { join } from 'node:path';
import { toolFolders } from '../sandbox/layout.ts';
import type { WorkspaceFolders } from '../workspace.ts';

/** Names of the files between the adapter and its runner, the same on the node and inside the sandbox. */
export const fileNames = {
  /** In paths.launch: what the runner is to do. */
  options: 'options.json',
  /** In paths.tool: one line for each step that ran. */
  samples: 'samples.ndjson',
  /** In paths.tool: the script as it was compiled. */
  script: 'script.json',
  /** In paths.tool: trace of a script trial, for display. */
  events: 'events.ndjson',
  /** In paths.results: each step with all that the browser told about it. */
  steps: 'steps.ndjson',
  /** In paths.results: what scripts and pages printed, and what users did. */
  log: 'browser.log',
} as const;

/** Where those files are on the node. */
export function serviceChromeFiles(folders: WorkspaceFolders) {
  const parts = toolFolders(folders);
  return {
    options: join(parts.launch, fileNames.options),
    samples: join(parts.inside, fileNames.samples),
    events: join(parts.inside, fileNames.events),
    steps: join(folders.results, fileNames.steps),
    log: join(folders.results, fileNames.log),
  };
}
