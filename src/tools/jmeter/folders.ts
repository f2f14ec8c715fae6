import { join } from 'node:path';
import { toolFolders } from '../sandbox/layout.ts';
import type { WorkspaceFolders } from '../workspace.ts';

/** Names of JMeter's files, the same on the node and inside the sandbox. */
export const fileNames = {
  results: 'results.jtl',
  properties: 'jmeter.properties',
  arguments: 'java.args',
  log: 'jmeter.log',
  /** Paths of leased data files. */
  leased: 'leased',
  /** Of Spate's engine: its options, and in paths.tool its sample blocks. */
  engineOptions: 'engine.json',
  samples: 'samples.blocks',
  errorSamples: 'error-samples.jsonl',
} as const;

/** Paths of JMeter's files on the node. */
export function jmeterFiles(folders: WorkspaceFolders) {
  const parts = toolFolders(folders);
  return {
    results: join(parts.inside, fileNames.results),
    properties: join(parts.launch, fileNames.properties),
    arguments: join(parts.launch, fileNames.arguments),
    leased: join(parts.launch, fileNames.leased),
    log: join(folders.results, fileNames.log),
    /** Exists when our engine runs the plan. */
    engineOptions: join(parts.launch, fileNames.engineOptions),
    samples: join(parts.inside, fileNames.samples),
    errorSamples: join(parts.inside, fileNames.errorSamples),
    /** The uploaded plan and its includes, and their original paths, when JMeter got modified copies. */
    uploadedPlan: (index: number) => join(folders.tool, `uploaded-plan-${index}`),
    uploadedPlanNames: join(folders.tool, 'uploaded-plans.json'),
    /** Why the plan may record no samples, if known before its start. */
    emptyGroups: join(folders.tool, 'empty-groups.json'),
  };
}
