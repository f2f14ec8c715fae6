import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { programFile } from '../../lib/package-files.ts';
import { choosePlan } from '../../plans/check-plan.ts';
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
import { noteEmptyGroups } from './note-empty-groups.ts';
import { pointPlanToUploads } from './point-plan.ts';
import { planProperties } from './properties.ts';

const maxProcesses = 1024;

/** Starts our engine with the uploaded plan, up to the barrier. */
export async function startEngine(execution: ToolExecution, sandbox: Sandbox): Promise<void> {
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
  const paths = sandbox.paths(folders, undefined);
  await mkdir(join(folders.tool, 'inside', 'home'), { recursive: true });
  const uploads = await readUploads(execution);
  const planName = choosePlan('jmeter', uploads, spec.overrideParameters);
  await noteEmptyGroups(folders, planName, uploads);
  const overrides = parametersOf(spec);
  const environment = variablesOfRun(uploads, overrides);
  const uploaded = uploadedProperties(uploads);
  const properties = planProperties({ spec, uploaded, environment, overrides });
  await pointPlanToUploads(execution, planName, uploads, sandbox.kind === 'bubblewrap', properties);
  const heap = heapMb(execution.memoryBytes);
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
  };
  const plan = uploads.find(({ name }) => name === planName)?.content ?? Buffer.alloc(0);
  const bundle = await ensureEngineBundle(execution);
  await writeReadable(files.engineOptions, JSON.stringify(options));
  await sandbox.start({
    executionId: spec.executionId,
    folders,
    toolchain: undefined,
    readOnly: bundle === undefined ? [] : [bundle],
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
    maxProcesses,
    outputPath: files.output,
  });
}

/** JavaScript heap; the rest is for connections and buffers. */
const heapMb = (memoryBytes: number) => Math.max(128, Math.floor((memoryBytes * 0.6) / 2 ** 20));
