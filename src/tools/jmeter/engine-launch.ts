import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { programFile } from '../../lib/package-files.ts';
import { choosePlan } from '../../plans/check-plan.ts';
import { judgePlan } from '../../plans/jmeter/judge-plan.ts';
import { uploadedProperties } from '../../plans/jmeter/property-files.ts';
import { parametersOf } from '../../plans/override-parameters.ts';
import type { EngineOptions } from '../../tool-process/engine-options.ts';
import { heldFileNames } from '../../tool-process/held-file-names.ts';
import { heldFiles } from '../held-files.ts';
import { hostOverrides } from '../hosts.ts';
import { leasedDataFiles, leasedFileOptions } from '../leased-files.ts';
import { writeReadable } from '../safe-file.ts';
import { prepareToolFolders } from '../sandbox/layout.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { scriptEnvironment } from '../script-environment.ts';
import type { ToolExecution } from '../tool.ts';
import { readUploads, variablesOfRun } from '../uploads.ts';
import { bundledEntry, ensureEngineBundle } from './engine-bundle/engine-bundle.ts';
import { engineNodeFlags } from './engine-flags.ts';
import { fileNames, jmeterFiles } from './folders.ts';
import type { LaunchParts } from './launch.ts';
import { noteEmptyGroups } from './note-empty-groups.ts';
import { pointPlanToUploads } from './point-plan.ts';
import { planProperties } from './properties.ts';
import { writeScriptJvm } from './script-jvm-launch.ts';

const maxProcesses = 1024;
/** A script that blocks holds a thread of the JVM. */
const maxProcessesWithJvm = 8192;

/** Starts our engine with the uploaded plan, up to the barrier. `findJvm` finds the JVM for scripts of the plan. */
export async function startEngine(
  execution: ToolExecution,
  sandbox: Sandbox,
  findJvm: () => Promise<LaunchParts>,
): Promise<void> {
  const { spec, folders } = execution;
  const hosts = hostOverrides(execution, sandbox);
  await prepareToolFolders(folders);
  const files = { ...jmeterFiles(folders), ...heldFiles(folders) };
  for (const old of [
    files.output,
    files.log,
    files.killed,
    files.samples,
    files.results,
    files.errorSamples,
  ]) {
    await rm(old, { force: true });
  }
  await mkdir(join(folders.tool, 'inside', 'home'), { recursive: true });
  const uploads = await readUploads(execution);
  const planName = choosePlan('jmeter', uploads, spec.overrideParameters);
  await noteEmptyGroups(folders, planName, uploads);
  const overrides = parametersOf(spec);
  const needsJvm = judgePlan(planName, uploads, overrides).some(({ needs }) => needs === 'java');
  const jvm = needsJvm ? await findJvm() : undefined;
  const paths = sandbox.paths(folders, jvm?.toolchain);
  const environment = variablesOfRun(uploads, overrides);
  const uploaded = uploadedProperties(uploads);
  const properties = planProperties({ spec, uploaded, environment, overrides });
  await pointPlanToUploads(execution, planName, uploads, sandbox.kind === 'bubblewrap', properties);
  const heap = heapMb(execution.memoryBytes, jvm !== undefined);
  const options: EngineOptions = {
    planName,
    properties: Object.fromEntries(properties),
    filesFolder: paths.files,
    readyPath: join(paths.tool, heldFileNames.ready),
    controlPath: join(paths.launch, heldFileNames.control),
    liveControlPath: join(paths.launch, heldFileNames.liveControl),
    samplesPath: join(paths.tool, fileNames.samples),
    resultsPath: join(paths.tool, fileNames.results),
    errorSamplesPath: join(paths.tool, fileNames.errorSamples),
    maxResultsBytes: spec.maxResultsInArchiveBytes,
    logPath: join(paths.results, fileNames.log),
    heapMb: heap,
    leasedFiles: leasedFileOptions(leasedDataFiles(spec, uploads), paths),
    ...(spec.traceparent ? { traceparent: spec.traceparent } : {}),
    ...(jvm ? { scriptJvm: await writeScriptJvm(execution, jvm, paths, uploads) } : {}),
  };
  const plan = uploads.find(({ name }) => name === planName)?.content ?? Buffer.alloc(0);
  const bundle = await ensureEngineBundle(execution);
  await writeReadable(files.engineOptions, JSON.stringify(options));
  await sandbox.start({
    executionId: spec.executionId,
    folders,
    toolchain: jvm?.toolchain,
    readOnly: [
      ...(bundle === undefined ? [] : [bundle]),
      ...(jvm ? [jvm.java.home] : []),
      ...(jvm?.classes?.kind === 'archive' ? [dirname(jvm.classes.path)] : []),
    ],
    argv: [
      paths.node,
      ...engineNodeFlags(plan, options.properties, heap),
      `--max-old-space-size=${heap}`,
      ...(bundle === undefined
        ? [join(paths.program, programFile('src/engine/main'))]
        : ['--enable-source-maps', join(sandbox.seenAt(bundle), bundledEntry)]),
      join(paths.launch, fileNames.engineOptions),
    ],
    env: scriptEnvironment(spec, paths, environment),
    hosts,
    memoryBytes: execution.memoryBytes,
    maxProcesses: jvm ? maxProcessesWithJvm + 2 * (spec.threads ?? 0) : maxProcesses,
    outputPath: files.output,
  });
}

/** JavaScript heap; the rest is for connections, buffers and a JVM. */
const heapMb = (memoryBytes: number, hasJvm: boolean) =>
  Math.max(128, Math.floor((memoryBytes * (hasJvm ? 0.3 : 0.6)) / 2 ** 20));
