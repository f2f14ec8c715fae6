import { globSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeError } from '../../src/cli/describe-error.ts';
import { listNeeds, type NeedName } from '../../src/cli/system/needs.ts';
import { watchBusyShare } from './busy-share.ts';
import { expectedDurations, saveDurations } from './durations.ts';
import { runQueue } from './file-queue.ts';
import { groupFiles } from './group-files.ts';
import { javaOptions } from './inherited-variables.ts';
import { findLeftOut } from './left-out.ts';
import { machineLimitOf } from './machine-limits.ts';
import { isCi, missingVariable } from './needs.ts';
import { notTestedVariable } from './not-tested.ts';
import { timesVariable } from './processor-time.ts';
import { releaseVariable } from './programs.ts';
import { addTallies } from './reporter.ts';
import { runChecks } from './run-checks.ts';
import { type FileResult, type RunFileOptions, runFile } from './run-file.ts';
import { makeRunFolder } from './run-folder.ts';
import { runGroup } from './run-group.ts';
import { killProcesses, processesLeft, processLines } from './run-processes.ts';
import { fileLine, limitLines, skippedBanner, summaryOf, timesOf } from './run-summary.ts';
import type { ToolSetUp } from './set-up-tools.ts';
import { fullSuiteVariable, isFullSuite } from './suite.ts';
import { installMissing } from './system-needs.ts';
import { needsOfTestFile, type TestFileNeeds } from './test-file-needs.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Concurrent test files. Many wait for a run, a page or a database, so there are more than cores. */
const filesAtOnce = 2 * availableParallelism();
const testTimeoutMs = 10 * 60_000;
const fullTestTimeoutMs = 60 * 60_000;

process.exitCode = await main(process.argv.slice(2)).catch((error) => {
  console.error(describeError(error));
  return 1;
});

/** `[--full] [pattern …]`: all files and the checks, or only matching test files. */
async function main(args: string[]): Promise<number> {
  const beganAtMs = performance.now();
  if (args.includes('--full')) process.env[fullSuiteVariable] = '1';
  const patterns = args.filter((arg) => arg !== '--full');
  await using undo = new AsyncDisposableStack();
  const interruption = interruptedBySignal();

  const { files, unstarted } = findFiles(patterns);
  if (files.length === 0) {
    console.error(`No test file found${patterns.length > 0 ? ` by ${patterns.join(', ')}` : ''}.`);
    return 1;
  }
  const needs = new Map(files.map((file) => [file, needsOfTestFile(file)]));
  const named = new Set([...needs.values()].flatMap(({ system }) => [...system]));
  const { isInstalling, missing } = installMissing(named);
  const noted = missing.then(noteMissing);
  if (!isInstalling && !mayContinue(await noted)) return 1;
  // Hundreds of processes load the same modules; with the compile cache, a small test file takes two thirds of the
  // processor time.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'spate-compiled');
  process.env.SPATE_JAVA_OPTIONS ??= javaOptions();
  const checks = patterns.length === 0 ? runChecks(root, interruption) : Promise.resolve(true);
  const tools = await beginSetUp(needs.values(), noted, interruption);
  const folder = await makeRunFolder();
  undo.defer(folder.remove);
  const timesFolder = join(folder.path, 'times');
  await mkdir(timesFolder);
  const notes = join(folder.path, 'not-tested');
  await writeFile(notes, '');
  if (needs.values().some((each) => each.usesDatabase)) undo.defer(await startSharedParts());
  const leftOut = await findLeftOut(files, { root, unstarted, notes });
  // Before PostgreSQL stops: a service would wait for it.
  undo.defer(() => killProcesses(folder.path));
  const killing = untilAborted(interruption).then(() => killProcesses(folder.path));

  const groups = groupFiles(files, {
    needsOf: (file) => needs.get(file),
    expectedS: await expectedDurations(root),
  });
  const options: RunFileOptions = {
    root,
    testTimeoutMs: isFullSuite() ? fullTestTimeoutMs : testTimeoutMs,
    timesFolder,
    environment: () => ({
      ...process.env,
      TMPDIR: folder.path,
      [timesVariable]: timesFolder,
      [notTestedVariable]: notes,
    }),
    signal: interruption,
    isLeftOut: leftOut.isOf,
    write: (text) => process.stdout.write(text),
  };
  const busyShare = watchBusyShare();
  const resultsOfGroups = await runQueue(groups, {
    atOnce: filesAtOnce,
    async readiness(group) {
      const ofGroup = group.flatMap((file) => needs.get(file) ?? []);
      if (ofGroup.some(({ system }) => system.size > 0)) await noted;
      await Promise.all(ofGroup.flatMap((each) => each.tools).map((tool) => tools?.ready(tool)));
    },
    signal: interruption,
    runOne: (group) => runAndPrint(group, options),
  });
  const busy = busyShare.read();
  const results = resultsOfGroups.flat();
  const isChecked = await checks;
  if (interruption.aborted) {
    await killing;
    return 1;
  }
  await saveDurations(root, results);
  if (tools) console.log(await tools.line);
  const left = await processesLeft(folder.path);
  const lines = leftOut.lines();
  await undo.disposeAsync();
  if (lines.length > 0) console.log(['\nNot tested in this run:', ...lines].join('\n  '));
  if (left.length > 0) console.error(`The tests left processes behind; end them:\n${processLines(left)}`);
  return conclude(results, {
    isChecked,
    isClean: left.length === 0,
    missing: await noted,
    wallS: (performance.now() - beganAtMs) / 1000,
    busy,
  });
}

/** Files named `*.full.test.ts` belong to the full suite, unless a pattern names them. */
function findFiles(patterns: string[]): { files: string[]; unstarted: string[] } {
  const wanted = patterns.length > 0 ? patterns : ['{src,test,packaging,bench}/**/*.test.ts'];
  const found = [...new Set(globSync(wanted, { cwd: root }).map((file) => resolve(root, file)))];
  if (patterns.length > 0 || isFullSuite()) return { files: found, unstarted: [] };
  const unstarted = found.filter((file) => file.endsWith('.full.test.ts'));
  return { files: found.filter((file) => !unstarted.includes(file)), unstarted };
}

function noteMissing(missing: NeedName[]): NeedName[] {
  process.env[missingVariable] = missing.join(',');
  return missing;
}

function mayContinue(missing: NeedName[]): boolean {
  if (!isCi() || missing.length === 0) return true;
  console.error(`CI=true allows no test to be skipped, but this machine lacks ${listNeeds(missing)}.`);
  return false;
}

// Loaded on demand: a run of a few small files starts faster without the tools and the service.
async function beginSetUp(
  needs: Iterable<TestFileNeeds>,
  installed: Promise<unknown>,
  signal: AbortSignal,
): Promise<ToolSetUp | undefined> {
  const tools = new Set([...needs].flatMap((each) => each.tools));
  if (tools.size === 0) return undefined;
  const { setUpTools } = await import('./set-up-tools.ts');
  return setUpTools(tools, { after: installed, say: (line) => console.error(line), signal });
}

/** The PostgreSQL server and the programs of all test services. */
async function startSharedParts(): Promise<() => Promise<void>> {
  const { startSharedPostgres } = await import('./cluster.ts');
  const { builtRelease } = await import('./release.ts');
  const [stop, release] = await Promise.all([startSharedPostgres(), builtRelease()]);
  process.env[releaseVariable] = release;
  return stop;
}

/** Files that could not start in the process of their group run in the next one. */
async function runAndPrint(group: readonly string[], options: RunFileOptions): Promise<FileResult[]> {
  const onEnd = (result: FileResult) => console.log(fileLine(root, result));
  const [first, ...others] = group;
  if (first === undefined || options.signal.aborted) return [];
  if (others.length > 0) {
    const { results, rest } = await runGroup(group, { ...options, onEnd });
    return [...results, ...(await runAndPrint(rest, options))];
  }
  const result = await runFile(first, options);
  onEnd(result);
  return [result];
}

/**
 * After Ctrl-C or SIGTERM, running files are killed with all their processes, no other is started, and everything is
 * removed. Later signals change nothing: a terminal and its programs send the same one several times.
 */
function interruptedBySignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!controller.signal.aborted) console.error(`${signal}: ending the tests.`);
      controller.abort();
    });
  }
  return controller.signal;
}

function untilAborted(signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', resolve, { once: true });
  });
}

function conclude(
  results: readonly FileResult[],
  run: {
    isChecked: boolean;
    isClean: boolean;
    missing: NeedName[];
    wallS: number;
    busy: { average: number; middle: number };
  },
): number {
  const tally = addTallies(results);
  const { isGreen, tests } = tally;
  const limits = limitLines(tally.skipped);
  if (limits.length > 0) console.log(`\n${limits.join('\n')}`);
  const skipped = tally.skipped.filter(({ reason }) => machineLimitOf(reason) === undefined);
  if (skipped.length > 0) console.log(`\n${skippedBanner(skipped, run.missing)}`);
  console.log(summaryOf(tally));
  console.log(timesOf(root, results, run.wallS, run.busy));
  if (!run.isChecked) console.error('npm run check failed; see above.');
  const isComplete = !isCi() || (skipped.length === 0 && mayContinue(run.missing));
  if (!isComplete) console.error('CI=true allows no test to be skipped.');
  return isGreen && isComplete && run.isChecked && run.isClean && tests > 0 ? 0 : 1;
}
