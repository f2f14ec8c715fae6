import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { choosePlan } from '../../plans/check-plan.ts';
import { uploadedProperties } from '../../plans/jmeter/property-files.ts';
import { parametersOf } from '../../plans/override-parameters.ts';
import { heldFileNames } from '../../tool-process/held-file-names.ts';
import { heldFiles } from '../held-files.ts';
import { hostOverrides } from '../hosts.ts';
import { formatArguments } from '../jvm/argument-file.ts';
import type { JvmParts } from '../jvm/class-archives.ts';
import { leasedDataFiles, leasedFileList, leasedFileOptions } from '../leased-files.ts';
import { writeReadable } from '../safe-file.ts';
import { prepareToolFolders } from '../sandbox/layout.ts';
import { scriptEnvironment } from '../script-environment.ts';
import type { ToolExecution } from '../tool.ts';
import { readUploads, variablesOfRun } from '../uploads.ts';
import { fileNames, jmeterFiles } from './folders.ts';
import { type ClassOption, javaArguments } from './java-options.ts';
import { noteEmptyGroups } from './note-empty-groups.ts';
import { pointPlanToUploads } from './point-plan.ts';
import { classPath } from './project.ts';
import { formatProperties, jmeterProperties } from './properties.ts';
import { systemPropertiesOf } from './system-properties.ts';
import { uploadedJars } from './uploaded-jars.ts';

export interface LaunchParts extends JvmParts {
  classes?: ClassOption;
}

const holdS = 3600;
/** In addition to the requested threads: thread counts written in the plan, and threads of the JVM. */
const spareProcesses = 8192;

/** Starts JMeter with the uploaded plan, up to the barrier. */
export async function startJmeter(execution: ToolExecution, parts: LaunchParts): Promise<void> {
  const { spec, folders } = execution;
  const { sandbox, java } = parts;
  const hosts = hostOverrides(execution, sandbox);
  await prepareToolFolders(folders);
  const files = { ...jmeterFiles(folders), ...heldFiles(folders) };
  for (const old of [files.output, files.log, files.killed, files.errorSamples]) {
    await rm(old, { force: true });
  }
  const paths = sandbox.paths(folders, parts.toolchain);
  await mkdir(join(folders.tool, 'inside', 'home'), { recursive: true });

  const uploads = await readUploads(execution);
  const planName = choosePlan('jmeter', uploads, spec.overrideParameters);
  await noteEmptyGroups(folders, planName, uploads);
  const overrides = parametersOf(spec);
  const environment = variablesOfRun(uploads, overrides);
  const jars = uploadedJars(uploads, paths);

  const properties = jmeterProperties({
    spec,
    uploaded: uploadedProperties(uploads),
    environment,
    overrides,
    toolchain: paths.toolchain,
    jars,
  });
  await pointPlanToUploads(execution, planName, uploads, sandbox.kind === 'bubblewrap', properties);
  await writeReadable(files.properties, formatProperties(properties));
  const leased = leasedFileOptions(leasedDataFiles(spec, uploads), paths);
  await writeReadable(files.leased, leasedFileList(leased, paths.files));
  const { classes } = parts;
  const seenClasses =
    classes?.kind === 'archive'
      ? { ...classes, path: join(sandbox.seenAt(dirname(classes.path)), basename(classes.path)) }
      : classes;
  const args = javaArguments({
    memoryBytes: execution.memoryBytes,
    machineOptions: execution.javaOptions ?? [],
    memoryOptions: overrides.memoryOptions,
    classes: seenClasses,
    classPath: [...(await classPath(parts.toolchain, paths.toolchain)), ...jars],
    systemProperties: new Map([
      ...systemPropertiesOf(spec),
      ['jmeter.home', paths.toolchain],
      ['spate.ready', join(paths.tool, heldFileNames.ready)],
      ['spate.control', join(paths.launch, heldFileNames.control)],
      ['spate.results', join(paths.tool, fileNames.results)],
      ['spate.errors', join(paths.tool, fileNames.errorSamples)],
      ['spate.hold.seconds', String(holdS)],
      ...(leased.length > 0 ? [['spate.leased', join(paths.launch, fileNames.leased)] as const] : []),
    ]),
  });
  await writeReadable(files.arguments, formatArguments(args));
  await sandbox.start({
    executionId: spec.executionId,
    folders,
    toolchain: parts.toolchain,
    readOnly: [java.home, ...(classes?.kind === 'archive' ? [dirname(classes.path)] : [])],
    argv: [
      join(sandbox.seenAt(java.home), 'bin/java'),
      `@${join(paths.launch, fileNames.arguments)}`,
      'org.apache.jmeter.NewDriver',
      '-n',
      ...['-t', join(paths.files, planName)],
      ...['-l', join(paths.tool, fileNames.results)],
      ...['-j', join(paths.results, fileNames.log)],
      ...['-i', join(paths.toolchain, 'bin/log4j2.xml')],
      ...['-q', join(paths.launch, fileNames.properties)],
      // An empty value removes a property, which a properties file cannot express.
      ...[...overrides.properties].filter(([, value]) => value === '').map(([name]) => `-J${name}=`),
    ],
    env: scriptEnvironment(spec, paths, environment),
    hosts,
    memoryBytes: execution.memoryBytes,
    maxProcesses: spareProcesses + 2 * (spec.threads ?? 0),
    outputPath: files.output,
  });
}
