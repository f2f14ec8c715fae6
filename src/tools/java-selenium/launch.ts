import { chmod, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../domain/errors.ts';
import type { ExecutionSpec } from '../../domain/execution.ts';
import { usersThatFit } from '../../domain/tool-capacity.ts';
import { programFile } from '../../lib/package-files.ts';
import { readJavaPlan } from '../../plans/java-selenium/java-selenium-plans.ts';
import { type OverrideParameters, parametersOf } from '../../plans/override-parameters.ts';
import { heldFiles } from '../held-files.ts';
import { hostOverrides } from '../hosts.ts';
import type { Java } from '../jvm/java.ts';
import { writeReadable } from '../safe-file.ts';
import { prepareToolFolders, toolFolders } from '../sandbox/layout.ts';
import type { Sandbox, SandboxPaths } from '../sandbox/sandbox.ts';
import { scriptEnvironment } from '../script-environment.ts';
import type { ToolExecution } from '../tool.ts';
import { readUploads, variablesOfRun } from '../uploads.ts';
import { browserTitles, findBrowsers, seenBrowsers } from './browsers.ts';
import { plainTemporaryFolder, seleniumFiles } from './folders.ts';
import { ownJar, seleniumJars } from './project.ts';
import { type BrowserName, type BrowserSettings, fileNames, type RunnerSettings } from './settings.ts';

export interface LaunchParts {
  sandbox: Sandbox;
  browser: BrowserName;
  java: Java;
  /** The compiler on this machine. */
  javac: string;
  /** The toolchain on this machine. */
  toolchain: string;
}

const holdS = 3600;
/** Processes and threads of one browser, its driver and its JVM; and of the runner. */
const processesPerUser = 1024;
const spareProcesses = 512;
const heapOptions = [
  '-Xms16m',
  '-Xmx128m',
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '-XX:-UsePerfData',
];

/** Starts our runner in the sandbox; it compiles the script and waits at the barrier. */
export async function startSelenium(execution: ToolExecution, parts: LaunchParts): Promise<void> {
  const { spec, folders } = execution;
  const { sandbox } = parts;
  refuseTooMany(execution);
  const hosts = hostOverrides(execution, sandbox);
  await prepareToolFolders(folders);
  const files = { ...seleniumFiles(folders), ...heldFiles(folders) };
  for (const old of [files.output, files.log, files.killed, files.errorSamples]) {
    await rm(old, { force: true });
  }
  const { inside, launch } = toolFolders(folders);
  await mkdir(join(inside, 'home'), { recursive: true });
  const paths = sandbox.paths(folders, parts.toolchain);
  const uploads = await readUploads(execution);
  const browsers = await seenBrowsers(await findBrowsers(execution.cacheDir), sandbox);
  const overrides = parametersOf(spec);
  const plan = readJavaPlan(uploads);
  const jars = uploads
    .filter((file) => /\.jar$/i.test(file.name))
    .map((file) => join(paths.files, file.name));
  const settings: RunnerSettings = {
    ...plan,
    preferred: parts.browser,
    programs: browsers.programs,
    java: join(sandbox.seenAt(parts.java.home), 'bin/java'),
    javac: join(sandbox.seenAt(dirname(dirname(parts.javac))), 'bin/javac'),
    lines: await Promise.all(
      plan.seleniumLines.map(async (seleniumLine) => ({
        seleniumLine,
        classPath: await seleniumJars(parts.toolchain, paths.toolchain, seleniumLine),
      })),
    ),
    classPath: [
      join(paths.toolchain, ownJar),
      join(paths.tool, fileNames.classes),
      paths.files,
      ...jars,
      join(paths.files, 'lib'),
    ],
    javaArguments: [
      ...heapOptions,
      ...(execution.javaOptions ?? []),
      ...overrides.memoryOptions,
      ...systemProperties(spec, overrides),
    ],
    threads: spec.threads ?? 1,
    rampupMs: (spec.rampupS ?? 0) * 1000,
    durationMs: spec.durationS === null ? null : spec.durationS * 1000,
    patienceMs: spec.stopGraceS * 500,
    holdMs: holdS * 1000,
    files: paths.files,
    results: paths.results,
    tool: paths.tool,
    launch: paths.launch,
    temporary: await makeTemporary(spec, sandbox),
  };
  refuseWithoutBrowser(parts.browser, settings);
  await writeReadable(files.settings, JSON.stringify(settings));
  await writeDrivers(launch, paths);
  await sandbox.start({
    executionId: spec.executionId,
    folders,
    toolchain: parts.toolchain,
    readOnly: [...new Set([parts.java.home, dirname(dirname(parts.javac)), ...browsers.folders])],
    argv: [
      paths.node,
      ...['--max-old-space-size=128', '--disable-warning=ExperimentalWarning'],
      join(paths.program, programFile('src/tools/java-selenium/runner/main')),
      join(paths.launch, fileNames.settings),
    ],
    env: scriptEnvironment(spec, paths, variablesOfRun(uploads, overrides)),
    hosts,
    memoryBytes: execution.memoryBytes,
    maxProcesses: spareProcesses + processesPerUser * settings.threads,
    outputPath: files.output,
  });
}

async function makeTemporary(spec: ExecutionSpec, sandbox: Sandbox): Promise<string> {
  if (sandbox.kind === 'bubblewrap') {
    return '/tmp';
  }
  const folder = plainTemporaryFolder(spec);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

function refuseTooMany({ spec, memoryBytes }: ToolExecution): void {
  const most = usersThatFit(spec.tool, memoryBytes);
  if ((spec.threads ?? 1) > most) {
    throw new AppError(
      'over_capacity',
      `The memory of this node is sufficient for ${most} users with a browser each, not ${spec.threads ?? 1}. Use fewer threads, or more nodes.`,
    );
  }
}

function refuseWithoutBrowser(browser: BrowserName, settings: BrowserSettings): void {
  if (!settings.programs[browser]) {
    throw new AppError(
      'tool_unavailable',
      `${browserTitles[browser]} and its driver are not installed on this node.`,
    );
  }
}

/** System properties of every script; override_parameters come last and take precedence. */
function systemProperties(spec: ExecutionSpec, overrides: OverrideParameters): string[] {
  const given: [string, string | number | null][] = [
    ['file.encoding', 'UTF-8'],
    ['java.awt.headless', 'true'],
    ['uuid', spec.runId],
    ['threads', spec.threads],
    ['rampup', spec.rampupS],
    ['duration', spec.durationS],
    ['node_index', spec.nodeIndex],
    ['grid_index', spec.gridIndex],
    ['node_count', spec.nodeCount],
    ...overrides.properties,
    ...overrides.systemProperties,
  ];
  return given.flatMap(([name, value]) => (value === null ? [] : [`-D${name}=${value}`]));
}

/** Writes wrappers that scripts start instead of the real drivers. */
async function writeDrivers(folder: string, paths: SandboxPaths): Promise<void> {
  for (const [browser, name] of Object.entries(fileNames.drivers)) {
    const argv = [
      paths.node,
      '--max-old-space-size=64',
      join(paths.program, programFile('src/tools/java-selenium/runner/driver')),
      join(paths.launch, fileNames.settings),
      browser,
    ];
    const path = join(folder, name);
    await writeReadable(path, `#!/bin/sh\nexec ${argv.map(quote).join(' ')} "$@"\n`);
    await chmod(path, 0o755);
  }
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
