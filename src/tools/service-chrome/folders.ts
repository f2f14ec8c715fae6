import { join } from 'node:path';
import { toolFolders } from '../sandbox/layout.ts';
import type { WorkspaceFolders } from '../workspace.ts';

/** Names of the files between the adapter and its runner, the same on the node and inside the sandbox. */
export const fileNames = {
  /** In paths.launch: options of the runner. */
  options: 'options.json',
  /** In paths.tool: one line per executed step. */
  samples: 'samples.ndjson',
  /** In paths.tool: the compiled script. */
  script: 'script.json',
  /** In paths.tool: trace of a script trial, for display. */
  events: 'events.ndjson',
  /** In paths.results: each step with all browser data. */
  steps: 'steps.ndjson',
  /** In paths.results: output of scripts and pages, and actions of users. */
  log: 'browser.log',
} as const;

/** Paths of these files on the node. */
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
