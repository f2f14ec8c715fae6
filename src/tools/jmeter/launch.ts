import { access, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../domain/errors.ts';
import { choosePlan } from '../../plans/check-plan.ts';
import { environmentFileName, parseEnvironmentFile } from '../../plans/environment-file.ts';
import { pointToUploads } from '../../plans/jmeter/point-to-uploads.ts';
import { parseOverrideHosts } from '../../plans/override-hosts.ts';
import { parseOverrideParameters } from '../../plans/override-parameters.ts';
import type { PlanFile } from '../../plans/plan-file.ts';
import { replaceFile, writeReadable } from '../safe-file.ts';
import { prepareToolFolders } from '../sandbox/layout.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { scriptEnvironment } from '../script-environment.ts';
import type { ToolExecution } from '../tool.ts';
import { fileNames, jmeterFiles } from './folders.ts';
import type { Java } from './java.ts';
import { type ClassOption, formatArguments, javaArguments } from './java-options.ts';
import { classPath } from './project.ts';
import { formatProperties, jmeterProperties, nodeProperties } from './properties.ts';

export interface LaunchParts {
  sandbox: Sandbox;
  java: Java;
  /** The toolchain on this machine. */
  toolchain: string;
  classes?: ClassOption;
}

const holdS = 3600;
/** Besides the threads asked for: those of the plan's own numbers, and of the JVM. */
const spareProcesses = 8192;

/** Starts JMeter on the uploaded plan; it stops at the barrier by itself. */
export async function startJmeter(execution: ToolExecution, parts: LaunchParts): Promise<void> {
  const { spec, folders } = execution;
  const { sandbox, java } = parts;
  const hosts = parseOverrideHosts(spec.overrideHosts);
  if (hosts.length > 0 && sandbox.kind === 'none') {
    throw new AppError(
      'tool_unavailable',
      `override_hosts needs a hosts file of its own, which this node cannot make: ${sandbox.remark}`,
    );
  }
  await prepareToolFolders(folders);
  const files = jmeterFiles(folders);
  for (const old of [files.output, files.log, files.killed]) {
    await rm(old, { force: true });
  }
  const paths = sandbox.paths(folders, parts.toolchain);
  await mkdir(join(folders.tool, 'inside', 'home'), { recursive: true });

  const uploads = await readUploads(
    folders.files,
    spec.files.map((file) => file.name),
  );
  const planName = choosePlan('jmeter', uploads);
  await pointPlanToUploads(execution, planName, uploads, sandbox.kind === 'bubblewrap');
  const environment = parseEnvironmentFile(
    uploads.find((file) => file.name === environmentFileName)?.content ?? new Uint8Array(),
  );
  const overrides = parseOverrideParameters(spec.overrideParameters);
  const jars = uploads
    .filter((file) => /\.jar$/i.test(file.name))
    .map((file) => join(paths.files, file.name));

  const properties = jmeterProperties({
    spec,
    environment: environment.variables,
    overrides,
    toolchain: paths.toolchain,
    jars,
  });
  await writeReadable(files.properties, formatProperties(properties));
  const { classes } = parts;
  const seenClasses =
    classes?.kind === 'archive'
      ? { ...classes, path: join(sandbox.seenAt(dirname(classes.path)), basename(classes.path)) }
      : classes;
  const args = javaArguments({
    memoryBytes: execution.memoryBytes,
    memoryOptions: overrides.memoryOptions,
    classes: seenClasses,
    classPath: [...(await classPath(parts.toolchain, paths.toolchain)), ...jars],
    systemProperties: new Map([
      ['user.language', 'en'],
      ['user.region', 'EN'],
      ['file.encoding', 'UTF-8'],
      ['java.security.egd', 'file:/dev/urandom'],
      ...nodeProperties(spec),
      ...overrides.systemProperties,
      ['java.awt.headless', 'true'],
      // Nobody looks at its log settings over JMX, and offering them takes a tenth of the start.
      ['log4j2.disableJmx', 'true'],
      ['jmeter.home', paths.toolchain],
      ['spate.ready', join(paths.tool, fileNames.ready)],
      ['spate.control', join(paths.launch, fileNames.control)],
      ['spate.results', join(paths.tool, fileNames.results)],
      ['spate.hold.seconds', String(holdS)],
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
      // An empty value takes a property away, which a file of properties cannot say.
      ...[...overrides.properties].filter(([, value]) => value === '').map(([name]) => `-J${name}=`),
    ],
    env: scriptEnvironment(spec, paths, environment.variables),
    hosts,
    memoryBytes: execution.memoryBytes,
    maxProcesses: spareProcesses + 2 * (spec.threads ?? 0),
    outputPath: files.output,
  });
}

/** Resolves true when it holds at the barrier, false when it ended before. */
export async function awaitReady(
  execution: ToolExecution,
  sandbox: Sandbox,
  timeoutMs: number,
): Promise<boolean> {
  const endMs = Date.now() + timeoutMs;
  const { ready } = jmeterFiles(execution.folders);
  while (Date.now() < endMs) {
    execution.signal.throwIfAborted();
    if (await exists(ready)) {
      return true;
    }
    if (!(await sandbox.isRunning(execution.folders))) {
      return exists(ready);
    }
    await delay(10);
  }
  throw new AppError('plan_broken', `JMeter was not ready to start after ${Math.round(timeoutMs / 1000)} s.`);
}

/** All files in the order they were uploaded, then what came out of archives; with the content of the small texts. */
async function readUploads(folder: string, order: readonly string[]): Promise<PlanFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
  const sorted = [
    ...order.filter((name) => names.includes(name)),
    ...names.filter((name) => !order.includes(name)),
  ];
  return Promise.all(
    sorted.map(async (name) =>
      name === environmentFileName || /\.jmx$/i.test(name)
        ? { name, content: await readFile(join(folder, name)) }
        : { name },
    ),
  );
}

/** The archive gets the plan as it was uploaded: it is kept aside and put back at the end. */
async function pointPlanToUploads(
  execution: ToolExecution,
  planName: string,
  uploads: readonly PlanFile[],
  isFilesPathThere: boolean,
): Promise<void> {
  const content = uploads.find((file) => file.name === planName)?.content;
  const names = uploads.map((file) => file.name);
  const changed = content && pointToUploads(planName, content, names, isFilesPathThere);
  if (content && changed) {
    const files = jmeterFiles(execution.folders);
    await writeFile(files.uploadedPlan, content);
    await writeFile(files.uploadedPlanName, planName);
    await replaceFile(join(execution.folders.files, planName), changed);
  }
}

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
