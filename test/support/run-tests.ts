import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeError } from '../../src/cli/describe-error.ts';
import { listNeeds, type NeedName } from '../../src/cli/system/needs.ts';
import { expectedDurations, saveDurations } from './durations.ts';
import { runQueue } from './file-queue.ts';
import { groupFiles } from './group-files.ts';
import { javaOptions } from './inherited-variables.ts';
import { isCi, missingVariable } from './needs.ts';
import { machineBusyS, timesVariable } from './processor-time.ts';
import { releaseVariable } from './programs.ts';
import { addTallies } from './reporter.ts';
import { runChecks } from './run-checks.ts';
import { type FileResult, type RunFileOptions, runFile } from './run-file.ts';
import { runGroup } from './run-group.ts';
import { fileLine, skippedBanner, summaryOf, timesOf } from './run-summary.ts';
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
  const busyBeforeS = machineBusyS();
  if (args.includes('--full')) process.env[fullSuiteVariable] = '1';
  const patterns = args.filter((arg) => arg !== '--full');
  await using undo = new AsyncDisposableStack();
  const interruption = interruptedBySignal();

  const files = findFiles(patterns);
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
  const tools = await beginSetUp(needs.values(), noted);
  if (needs.values().some((each) => each.usesDatabase)) undo.defer(await startSharedParts());
  const timesFolder = await mkdtemp(join(tmpdir(), 'spate-test-times-'));
  undo.defer(() => rm(timesFolder, { recursive: true, force: true }));
  process.env[timesVariable] = timesFolder;

  const groups = groupFiles(files, {
    needsOf: (file) => needs.get(file),
    expectedS: await expectedDurations(root),
  });
  const options: RunFileOptions = {
    root,
    testTimeoutMs: isFullSuite() ? fullTestTimeoutMs : testTimeoutMs,
    timesFolder,
    signal: interruption,
    write: (text) => process.stdout.write(text),
  };
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
  const results = resultsOfGroups.flat();
  const isChecked = await checks;
  if (!interruption.aborted) await saveDurations(root, results);
  if (tools) console.log(await tools.line);
  await undo.disposeAsync();
  return conclude(results, {
    isChecked,
    isInterrupted: interruption.aborted,
    missing: await noted,
    wallS: (performance.now() - beganAtMs) / 1000,
    busyS: machineBusyS() - busyBeforeS,
  });
}

/** Files named `*.full.test.ts` belong to the full suite, unless a pattern names them. */
function findFiles(patterns: string[]): string[] {
  const wanted = patterns.length > 0 ? patterns : ['{src,test,packaging,bench}/**/*.test.ts'];
  const isWanted = (file: string) => patterns.length > 0 || isFullSuite() || !file.endsWith('.full.test.ts');
  return [
    ...new Set(
      globSync(wanted, { cwd: root })
        .filter(isWanted)
        .map((file) => resolve(root, file)),
    ),
  ];
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
): Promise<ToolSetUp | undefined> {
  const tools = new Set([...needs].flatMap((each) => each.tools));
  if (tools.size === 0) return undefined;
  const { setUpTools } = await import('./set-up-tools.ts');
  return setUpTools(tools, { after: installed, say: (line) => console.error(line) });
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

/** After Ctrl-C or SIGTERM, running files are killed, no other is started, and everything is removed. */
function interruptedBySignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      console.error(`${signal}: ending the tests.`);
      controller.abort();
    });
  }
  return controller.signal;
}

function conclude(
  results: readonly FileResult[],
  run: { isChecked: boolean; isInterrupted: boolean; missing: NeedName[]; wallS: number; busyS: number },
): number {
  const tally = addTallies(results);
  const { skipped, isGreen, tests } = tally;
  if (skipped.length > 0) console.log(`\n${skippedBanner(skipped, run.missing)}`);
  console.log(summaryOf(tally));
  console.log(timesOf(root, results, run.wallS, run.busyS));
  if (!run.isChecked) console.error('npm run check failed; see above.');
  const isComplete = !isCi() || (skipped.length === 0 && mayContinue(run.missing));
  if (!isComplete) console.error('CI=true allows no test to be skipped.');
  return isGreen && isComplete && run.isChecked && !run.isInterrupted && tests > 0 ? 0 : 1;
}
