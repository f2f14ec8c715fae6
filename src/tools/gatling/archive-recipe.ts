import { join } from 'node:path';
import type { ArchivedJvm, ArchiveRecipe } from '../jvm/class-archives.ts';
import { archiveNames, type JvmName, listNames } from './java-options.ts';
import { startGatling } from './launch.ts';
import { classPath, compilerPath, gatlingProject } from './project.ts';

export const gatlingArchives: ArchiveRecipe = {
  tool: 'gatling',
  title: 'Gatling',
  project: gatlingProject,
  warmUpPath: join(gatlingProject.folder, 'WarmUp.scala'),
  parametersFor: (port) => `-Dport=${port}`,
  memoryBytes: 1024 * 2 ** 20,
  timeoutMs: 300_000,
  jvms: [
    archived('compiler', '-XX:+UseSerialGC', compilerPath),
    archived('gatling', '-XX:+UseG1GC', classPath),
  ],
  startListing: (execution, parts) => startGatling(execution, { ...parts, classes: { kind: 'list' } }),
};

function archived(jvm: JvmName, collector: string, path: ArchivedJvm['classPath']): ArchivedJvm {
  return {
    listName: listNames[jvm],
    archiveName: archiveNames[jvm],
    classPath: path,
    dumpArguments: (list, archive, jars) => [
      '-Xshare:dump',
      `-XX:SharedClassListFile=${list}`,
      `-XX:SharedArchiveFile=${archive}`,
      collector,
      '-Xlog:cds=off',
      ...['-cp', jars.join(':')],
    ],
  };
}
