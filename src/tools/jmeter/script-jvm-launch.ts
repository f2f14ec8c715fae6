import { basename, dirname, join } from 'node:path';
import { uploadedSystemProperties } from '../../plans/jmeter/property-files.ts';
import type { PlanFile } from '../../plans/plan-file.ts';
import { formatArguments } from '../jvm/argument-file.ts';
import { writeReadable } from '../safe-file.ts';
import type { SandboxPaths } from '../sandbox/sandbox.ts';
import type { ToolExecution } from '../tool.ts';
import { fileNames, jmeterFiles } from './folders.ts';
import { scriptJvmArguments } from './java-options.ts';
import type { LaunchParts } from './launch.ts';
import { classPath } from './project.ts';
import { systemPropertiesOf } from './system-properties.ts';
import { uploadedJars } from './uploaded-jars.ts';

/** Writes the arguments of the JVM for scripts. Returns its command, as seen inside the sandbox. */
export async function writeScriptJvm(
  { spec, folders, javaOptions = [], memoryBytes }: ToolExecution,
  { sandbox, java, toolchain, classes }: LaunchParts,
  paths: SandboxPaths,
  uploads: readonly PlanFile[],
): Promise<string[]> {
  const args = scriptJvmArguments({
    heapMb: heapMb(memoryBytes),
    machineOptions: javaOptions,
    systemProperties: new Map([...systemPropertiesOf(spec), ...uploadedSystemProperties(uploads)]),
    classPath: [...(await classPath(toolchain, paths.toolchain)), ...uploadedJars(uploads, paths)],
    home: paths.toolchain,
    classes:
      classes?.kind === 'archive'
        ? { ...classes, path: join(sandbox.seenAt(dirname(classes.path)), basename(classes.path)) }
        : undefined,
  });
  await writeReadable(jmeterFiles(folders).arguments, formatArguments(args));
  return [join(sandbox.seenAt(java.home), 'bin/java'), `@${join(paths.launch, fileNames.arguments)}`];
}

const heapMb = (memoryBytes: number) => Math.max(128, Math.floor((memoryBytes * 0.35) / 2 ** 20));
