import { chmod, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { resourceFolders } from '../../plans/gatling/data-references.ts';
import type { Source } from '../../plans/gatling/find-simulations.ts';
import { chooseSimulation, readSources } from '../../plans/gatling/gatling-plans.ts';
import { isJarName } from '../../plans/jar-name.ts';
import { parametersOf } from '../../plans/override-parameters.ts';
import { heldFileNames } from '../../tool-process/held-file-names.ts';
import { heldFiles } from '../held-files.ts';
import { hostOverrides } from '../hosts.ts';
import { formatArguments } from '../jvm/argument-file.ts';
import type { JvmParts } from '../jvm/class-archives.ts';
import { nodeProperties } from '../jvm/node-properties.ts';
import { leasedDataFiles, leasedFileList, leasedFileOptions } from '../leased-files.ts';
import { writeReadable } from '../safe-file.ts';
import { prepareToolFolders } from '../sandbox/layout.ts';
import type { SandboxPaths } from '../sandbox/sandbox.ts';
import { scriptEnvironment } from '../script-environment.ts';
import type { ToolExecution } from '../tool.ts';
import { readUploads, variablesOfRun } from '../uploads.ts';
import { fileNames, gatlingFiles } from './folders.ts';
import { type ClassOption, compilerArguments, runArguments } from './java-options.ts';
import { prepareSources } from './prepare-sources.ts';
import { classPath, compilerPath, scalaOptions } from './project.ts';

export interface LaunchParts extends JvmParts {
  /** Record loaded classes, or start from CDS archives in a folder of this machine. */
  classes?: { kind: 'list' } | { kind: 'archive'; folder: string };
}

const holdS = 3600;
const maxProcesses = 8192;
export const exitNotCompiled = 65;

/** Compiles the uploaded sources and starts the simulation, both in the sandbox, up to the barrier. */
export async function startGatling(execution: ToolExecution, parts: LaunchParts): Promise<void> {
  const { spec, folders } = execution;
  const { sandbox, java } = parts;
  const hosts = hostOverrides(execution, sandbox);
  await prepareToolFolders(folders);
  const files = { ...gatlingFiles(folders), ...heldFiles(folders) };
  for (const old of [files.output, files.killed, files.errorSamples]) {
    await rm(old, { force: true });
  }
  for (const folder of [join(folders.tool, 'inside', 'home'), files.classes, files.results, files.overlay]) {
    await mkdir(folder, { recursive: true });
  }
  const paths = sandbox.paths(folders, parts.toolchain);
  const uploads = await readUploads(execution);
  const overrides = parametersOf(spec);
  const chosen = chooseSimulation(uploads, overrides);
  const names = uploads.map((file) => file.name);
  const sources = readSources(uploads);
  const changes = await prepareSources(folders, sources, {
    names,
    ...(sandbox.kind === 'none' ? { paths: { files: paths.files, results: paths.results } } : {}),
  });
  await writeReadable(files.warnings, JSON.stringify(changes.bodies));
  const jars = names.filter(isJarName).map((name) => join(paths.files, name));
  const libraries = [...(await classPath(parts.toolchain, paths.toolchain)), ...jars];
  const folderNames = resourceFolders(names).map((name) => join(paths.files, name));
  const leased = leasedFileOptions(leasedDataFiles(spec, uploads), paths);
  await writeReadable(files.leased, leasedFileList(leased, paths.files));
  const run = runArguments({
    java,
    memoryBytes: execution.memoryBytes,
    machineOptions: execution.javaOptions ?? [],
    memoryOptions: overrides.memoryOptions,
    classes: seenClasses(parts, paths),
    classPath: [
      ...libraries,
      join(paths.tool, fileNames.classes),
      join(paths.launch, fileNames.overlay),
      ...folderNames,
    ],
    systemProperties: new Map([
      ['file.encoding', 'UTF-8'],
      ['java.security.egd', 'file:/dev/urandom'],
      ...nodeProperties(spec),
      ...overrides.properties,
      ...overrides.systemProperties,
      ...ownProperties(paths, chosen.className, jars),
      ...(leased.length > 0 ? [['spate.leased', join(paths.launch, fileNames.leased)] as const] : []),
    ]),
  });
  await writeReadable(files.arguments, formatArguments(run));
  const steps = await writeCompilerSteps(execution, parts, paths, sources, libraries);
  const seenJava = join(sandbox.seenAt(java.home), 'bin/java');
  const script = [
    ...[...changes.sources, ...changes.bodies].map((remark) => `printf '%s\\n' ${quote(remark)}`),
    ...steps.map((step) => `${step} || exit ${exitNotCompiled}`),
    `exec ${quote(seenJava)} ${quote(`@${join(paths.launch, fileNames.arguments)}`)}`,
    '',
  ];
  await writeReadable(files.script, script.join('\n'));
  await openFolders(join(files.sources, '..'));
  await sandbox.start({
    executionId: spec.executionId,
    folders,
    toolchain: parts.toolchain,
    readOnly: [java.home, ...(parts.classes?.kind === 'archive' ? [parts.classes.folder] : [])],
    argv: ['/bin/sh', join(paths.launch, fileNames.script)],
    env: scriptEnvironment(spec, paths, variablesOfRun(uploads, overrides)),
    hosts,
    memoryBytes: execution.memoryBytes,
    maxProcesses,
    outputPath: files.output,
  });
}

/** Class archives and lists, at their paths inside the sandbox. */
function seenClasses({ classes, sandbox }: LaunchParts, paths: SandboxPaths): ClassOption | undefined {
  switch (classes?.kind) {
    case 'list':
      return { kind: 'list', folder: paths.tool };
    case 'archive':
      return { kind: 'archive', folder: sandbox.seenAt(classes.folder) };
    default:
      return undefined;
  }
}

/** Properties of Gatling that take precedence over those of the user. */
function ownProperties(paths: SandboxPaths, className: string | undefined, jars: readonly string[]) {
  const properties: [string, string][] = [
    ['java.awt.headless', 'true'],
    ['logback.configurationFile', 'spate-logback.xml'],
    // An uploaded gatling.conf is on the class path; a file of this name is not.
    ['gatling.conf.file', 'spate-gatling.conf'],
    ['gatling.data.enableAnalytics', 'false'],
    // No console summary every five seconds; the service shows the figures.
    ['gatling.data.writers.0', 'file'],
    ['spate.simulation', className ?? ''],
    ['spate.jars', jars.join(':')],
    ['spate.samples', join(paths.tool, fileNames.samples)],
    ['spate.errors', join(paths.tool, fileNames.errorSamples)],
    ['spate.results', join(paths.tool, fileNames.results)],
    ['spate.ready', join(paths.tool, heldFileNames.ready)],
    ['spate.control', join(paths.launch, heldFileNames.control)],
    ['spate.hold.seconds', String(holdS)],
  ];
  return properties;
}

/** Commands that compile the uploads: Scala first, which also reads the Java sources, then Java. */
async function writeCompilerSteps(
  execution: ToolExecution,
  parts: LaunchParts,
  paths: SandboxPaths,
  sources: readonly Source[],
  libraries: readonly string[],
): Promise<string[]> {
  const files = gatlingFiles(execution.folders);
  const seen = (language: Source['language']) =>
    sources
      .filter((source) => source.language === language)
      .map((source) => join(paths.launch, fileNames.sources, source.name));
  const [scala, java] = [seen('scala'), seen('java')];
  const classes = join(paths.tool, fileNames.classes);
  const bin = join(parts.sandbox.seenAt(parts.java.home), 'bin');
  const steps: string[] = [];
  if (scala.length > 0) {
    const compiler = await compilerPath(parts.toolchain, paths.toolchain);
    const args = [
      ...compilerArguments(execution.memoryBytes, compiler, seenClasses(parts, paths)),
      ...scalaOptions,
      ...['-cp', libraries.join(':'), '-d', classes, ...scala, ...java],
    ];
    await writeReadable(files.scalaArguments, formatArguments(args));
    steps.push(`${quote(`${bin}/java`)} ${quote(`@${join(paths.launch, fileNames.scalaArguments)}`)}`);
  }
  if (java.length > 0) {
    const args = [
      ...['-encoding', 'UTF-8', '-parameters', '-nowarn', '-proc:none', '-implicit:none'],
      ...['-cp', [classes, ...libraries].join(':'), '-d', classes, ...java],
    ];
    await writeReadable(files.javaArguments, formatArguments(args));
    const javac = `${quote(`${bin}/javac`)} -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -J-Xshare:auto`;
    steps.push(`${javac} ${quote(`@${join(paths.launch, fileNames.javaArguments)}`)}`);
  }
  return steps;
}

/** Makes folders readable for the user of the script, whatever the umask of this process. */
async function openFolders(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((candidate) => candidate.isDirectory())) {
    await chmod(join(entry.parentPath, entry.name), 0o755);
  }
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
