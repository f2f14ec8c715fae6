import { join } from 'node:path';
import { toolFolders } from '../sandbox/layout.ts';
import type { WorkspaceFolders } from '../workspace.ts';

/** Names of JMeter's files, the same on the node and inside the sandbox. */
export const fileNames = {
  results: 'results.jtl',
  properties: 'jmeter.properties',
  arguments: 'java.args',
  log: 'jmeter.log',
  /** Of our own engine: what it is to do, and in paths.tool what it measured, in blocks. */
  engineOptions: 'engine.json',
  samples: 'samples.blocks',
} as const;

/** Where JMeter's files are on the node. */
export function jmeterFiles(folders: WorkspaceFolders) {
  const parts = toolFolders(folders);
  return {
    results: join(parts.inside, fileNames.results),
    properties: join(parts.launch, fileNames.properties),
    arguments: join(parts.launch, fileNames.arguments),
    log: join(folders.results, fileNames.log),
    /** There when our own engine runs the plan. */
    engineOptions: join(parts.launch, fileNames.engineOptions),
    samples: join(parts.inside, fileNames.samples),
    /** The plan and what it includes as they were uploaded, and where they belong, when JMeter was given changed copies. */
    uploadedPlan: (index: number) => join(folders.tool, `uploaded-plan-${index}`),
    uploadedPlanNames: join(folders.tool, 'uploaded-plans.json'),
    /** Why the plan may make no samples, when that could be told before its start. */
    emptyGroups: join(folders.tool, 'empty-groups.json'),
  };
}
