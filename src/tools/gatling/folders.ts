import { join } from 'node:path';
import { toolFolders } from '../sandbox/layout.ts';
import type { WorkspaceFolders } from '../workspace.ts';

/** Names of Gatling's files, the same on the node and inside the sandbox. */
export const fileNames = {
  /** In paths.tool. */
  samples: 'samples.jsonl',
  errorSamples: 'error-samples.jsonl',
  classes: 'classes',
  /** Gatling creates a folder in it. */
  results: 'gatling',
  simulationLog: 'simulation.log',
  /** In paths.launch. */
  sources: 'sources',
  /** Modified copies of request bodies; they take precedence over the uploaded files. */
  overlay: 'overlay',
  script: 'gatling.sh',
  scalaArguments: 'scalac.args',
  javaArguments: 'javac.args',
  arguments: 'java.args',
  warnings: 'warnings.json',
  /** Paths of leased data files. */
  leased: 'leased',
} as const;

/** Where Gatling's files are on the node. */
export function gatlingFiles(folders: WorkspaceFolders) {
  const parts = toolFolders(folders);
  return {
    samples: join(parts.inside, fileNames.samples),
    errorSamples: join(parts.inside, fileNames.errorSamples),
    classes: join(parts.inside, fileNames.classes),
    results: join(parts.inside, fileNames.results),
    sources: join(parts.launch, fileNames.sources),
    overlay: join(parts.launch, fileNames.overlay),
    script: join(parts.launch, fileNames.script),
    scalaArguments: join(parts.launch, fileNames.scalaArguments),
    javaArguments: join(parts.launch, fileNames.javaArguments),
    arguments: join(parts.launch, fileNames.arguments),
    warnings: join(parts.launch, fileNames.warnings),
    leased: join(parts.launch, fileNames.leased),
  };
}
