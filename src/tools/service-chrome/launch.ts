import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { programFile } from '../../lib/package-files.ts';
import { choosePlan } from '../../plans/check-plan.ts';
import { type OverrideParameters, parametersOf } from '../../plans/override-parameters.ts';
import { browserFileNames } from '../../tool-process/browser-file-names.ts';
import type { BrowserOptions } from '../../tool-process/browser-options.ts';
import { heldFileNames } from '../../tool-process/held-file-names.ts';
import type { LeasedFileOptions } from '../../tool-process/leased-rows.ts';
import { heldFiles } from '../held-files.ts';
import { hostOverrides } from '../hosts.ts';
import { leasedDataFiles, leasedFileOptions } from '../leased-files.ts';
import { writeReadable } from '../safe-file.ts';
import { prepareToolFolders } from '../sandbox/layout.ts';
import type { Sandbox, SandboxPaths } from '../sandbox/sandbox.ts';
import { scriptEnvironment } from '../script-environment.ts';
import type { ToolExecution } from '../tool.ts';
import { readUploads, variablesOfRun } from '../uploads.ts';
import type { Chromium } from './chromium.ts';
import { serviceChromeFiles } from './folders.ts';

export interface LaunchOptions {
  /** Trial: one virtual user runs the script once, with a trace for display. */
  isTrial?: boolean;
  /** Users that share a process and a browser. */
  usersPerWorker?: number;
}

/**
 * Measured by bench/browser-users.ts: with ten users the share of process and browser per user is small, and at most ten
 * users are lost with one process.
 */
const defaultUsersPerWorker = 10;
/** Linux counts threads: a browser has about 150 in its own processes, a page some 25. */
const threadsPerBrowser = 400;
const threadsPerUser = 100;

/** Starts the runner with the uploaded script; it compiles the script, opens browsers and waits at the barrier. */
export async function startServiceChrome(
  execution: ToolExecution,
  sandbox: Sandbox,
  chromium: Chromium,
  launch: LaunchOptions,
): Promise<void> {
  const { spec, folders } = execution;
  const hosts = hostOverrides(execution, sandbox);
  await prepareToolFolders(folders);
  const files = { ...serviceChromeFiles(folders), ...heldFiles(folders) };
  for (const old of [files.output, files.log, files.steps, files.killed, files.errorSamples]) {
    await rm(old, { force: true });
  }
  const paths = sandbox.paths(folders, undefined);
  await mkdir(join(folders.tool, 'inside', 'home'), { recursive: true });

  const uploads = await readUploads(execution);
  const scriptName = choosePlan('service-chrome', uploads, spec.overrideParameters);
  const overrides = parametersOf(spec);
  const variables = scriptVariables(execution, paths, overrides, variablesOfRun(uploads, overrides));
  const chromiumPath = join(sandbox.seenAt(chromium.folder), basename(chromium.path));
  const leasedFiles = leasedFileOptions(leasedDataFiles(spec, uploads), paths);
  const options = runnerOptions(execution, paths, launch, {
    scriptName,
    variables,
    chromiumPath,
    leasedFiles,
  });
  await writeReadable(files.options, JSON.stringify(options));
  const workers = Math.ceil(options.users / options.usersPerWorker);
  await sandbox.start({
    executionId: spec.executionId,
    folders,
    toolchain: undefined,
    readOnly: [chromium.folder],
    argv: [
      paths.node,
      join(paths.program, programFile('src/browser-scripts/runner/main')),
      join(paths.launch, browserFileNames.options),
    ],
    // Variables of the uploaded environment file reach only the script, not the runner.
    env: scriptEnvironment(spec, paths, new Map()),
    hosts,
    memoryBytes: execution.memoryBytes,
    maxProcesses: 1024 + workers * threadsPerBrowser + options.users * threadsPerUser,
    outputPath: files.output,
  });
}

interface Findings {
  scriptName: string;
  variables: Map<string, string>;
  chromiumPath: string;
  leasedFiles: LeasedFileOptions[];
}

function runnerOptions(
  { spec, memoryBytes }: ToolExecution,
  paths: SandboxPaths,
  launch: LaunchOptions,
  { scriptName, variables, chromiumPath, leasedFiles }: Findings,
): BrowserOptions {
  const { numbers } = spec;
  const users = spec.threads ?? 1;
  const usersPerWorker = launch.usersPerWorker ?? defaultUsersPerWorker;
  const isTrial = launch.isTrial ?? false;
  return {
    scriptName,
    users,
    usersPerWorker,
    rampupS: spec.rampupS ?? 0,
    durationS: spec.durationS,
    loopCount: isTrial ? 1 : null,
    isTrial,
    identity: {
      nodeIndex: spec.nodeIndex,
      gridIndex: spec.gridIndex,
      nodeCount: spec.nodeCount,
      gridNumber: numbers.grid,
      nodeNumber: numbers.node,
      runNumber: numbers.run,
      projectNumber: numbers.project,
      region: spec.region,
      isLoadTest: !isTrial,
    },
    variables: Object.fromEntries(variables),
    heapMb: heapMb(memoryBytes, Math.ceil(users / usersPerWorker)),
    chromiumPath,
    filesFolder: paths.files,
    leasedFiles,
    resultsFolder: paths.results,
    toolFolder: paths.tool,
    readyPath: join(paths.tool, heldFileNames.ready),
    controlPath: join(paths.launch, heldFileNames.control),
  };
}

/** A quarter of the memory is for scripts, the rest for browsers. */
function heapMb(memoryBytes: number, workers: number): number {
  return Math.max(192, Math.min(2048, Math.floor(memoryBytes / 4 / workers / 2 ** 20)));
}

/** Environment of scripts: that of every tool, then the numbers of the run and override_parameters by name. */
function scriptVariables(
  { spec }: ToolExecution,
  paths: SandboxPaths,
  parameters: OverrideParameters,
  uploaded: ReadonlyMap<string, string>,
): Map<string, string> {
  const numbers = new Map<string, string>();
  for (const [name, value] of [
    ['threads', spec.threads],
    ['rampup', spec.rampupS],
    ['duration', spec.durationS],
    ['node_index', spec.nodeIndex],
    ['grid_index', spec.gridIndex],
    ['node_count', spec.nodeCount],
  ] as const) {
    if (value !== null) {
      numbers.set(name, String(value));
    }
  }
  const overrides = parametersByName(parameters);
  const all = new Map([...scriptEnvironment(spec, paths, uploaded), ...numbers, ...overrides]);
  // Node.js would apply it to the process that runs the script.
  all.delete('NODE_OPTIONS');
  return all;
}

function parametersByName({
  properties,
  systemProperties,
  environment,
}: OverrideParameters): [string, string][] {
  return [...systemProperties, ...properties, ...environment].filter(
    ([name, value]) => !/[\0=]/.test(name) && !value.includes('\0'),
  );
}
