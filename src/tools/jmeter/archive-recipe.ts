import { join } from 'node:path';
import type { ArchiveRecipe } from '../jvm/class-archives.ts';
import { archiveArguments } from './java-options.ts';
import { startJmeter } from './launch.ts';
import { classPath, jmeterProject } from './project.ts';

export const archiveName = 'classes.jsa';
const listName = 'classes.list';

export const jmeterArchive: ArchiveRecipe = {
  tool: 'jmeter',
  title: 'JMeter',
  project: jmeterProject,
  warmUpPath: join(jmeterProject.folder, 'warm-up.jmx'),
  parametersFor: (port) => `-Jport=${port}`,
  memoryBytes: 512 * 2 ** 20,
  timeoutMs: 120_000,
  jvms: [{ listName, archiveName, dumpArguments: archiveArguments, classPath }],
  startListing: (execution, parts) => {
    const { tool } = parts.sandbox.paths(execution.folders, parts.toolchain);
    return startJmeter(execution, { ...parts, classes: { kind: 'list', path: join(tool, listName) } });
  },
};
