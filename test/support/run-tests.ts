import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { fileURLToPath } from 'node:url';
import { builtWeb } from '../../src/built-web.ts';
import { describeError } from '../../src/cli/describe-error.ts';
import { canInstall, installCommand, installNeeds } from '../../src/cli/system/install.ts';
import { listNeeds, missingNeeds, type NeedName, systemNeeds } from '../../src/cli/system/needs.ts';
import { silentLog } from '../../src/lib/log.ts';
import { makeCluster } from './cluster.ts';
import { isCi, missingVariable } from './needs.ts';
import { report, type Tally } from './reporter.ts';
import { setUpTools } from './set-up-tools.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Many tests wait: for a run, for a page, for a database. */
const filesAtOnce = Math.max(3, availableParallelism());
/** Files that may fail at first. */
const mostAccidents = 4;
const testTimeoutMs = 20 * 60_000;

process.exitCode = await main(process.argv.slice(2)).catch((error) => {
  console.error(describeError(error));
  return 1;
});

/** Everything, or the files that the patterns name. Without patterns the checks come first. */
async function main(patterns: string[]): Promise<number> {
  const missing = await bringNeeds();
  if (isCi() && missing.length > 0) {
    console.error(`CI=true allows no test to be skipped, but this machine lacks ${listNeeds(missing)}.`);
    return 1;
  }
  process.env[missingVariable] = missing.join(',');
  // Hundreds of processes load the same files; made ready once, a small test takes two thirds of the processor time.
  process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'spate-compiled');
  if (patterns.length === 0 && (await runChecks()) !== 0) return 1;
  const setUp = patterns.length === 0 ? await setUpTools((line) => console.error(line)) : null;
  // Once, before the many services of the tests would each do it.
  await builtWeb({ dataDir: tmpdir(), log: silentLog });
  const removeCluster = patterns.length === 0 ? await makeCluster() : undefined;
  const code = await runTests(patterns, missing).finally(removeCluster);
  if (setUp !== null) console.log(`\n${setUp}`);
  return code;
}

/** What could not be brought is told; what needs it is skipped. */
async function bringNeeds(): Promise<NeedName[]> {
  const all = Object.keys(systemNeeds) as NeedName[];
  const missing = missingNeeds(all);
  if (missing.length === 0 || !canInstall()) return missing;
  try {
    await installNeeds(missing, (sentence) => console.error(sentence));
  } catch (error) {
    console.error(describeError(error));
  }
  return missingNeeds(missing);
}

async function runChecks(): Promise<number> {
  const child = spawn('npm', ['run', '--silent', 'check'], { cwd: root, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) console.error(`npm run check failed (${code}); the tests were not run.`);
  return code ?? 1;
}

async function runTests(patterns: string[], missing: NeedName[]): Promise<number> {
  const files = patterns.length > 0 ? patterns : ['src/**/*.test.ts', 'test/**/*.test.ts'];
  const { isGreen, tests, skipped, failedFiles } = await runFiles(files, filesAtOnce);
  if (skipped.length > 0) console.log(`\n${skippedBanner(skipped, missing)}`);
  const isComplete = skipped.length === 0 || !isCi();
  if (!isComplete) console.error('CI=true allows no test to be skipped.');
  if (tests === 0) console.error(`No test found${patterns.length > 0 ? ` in ${patterns.join(', ')}` : ''}.`);
  const isSteady = isGreen || (await passAtSecondTry(failedFiles));
  return isSteady && isComplete && tests > 0 ? 0 : 1;
}

function runFiles(files: string[], concurrency: number): Promise<Tally> {
  const events = run({
    cwd: root,
    globPatterns: files,
    concurrency,
    timeout: testTimeoutMs,
    // A timer that a library left behind must not hold up a file whose tests are all over.
    forceExit: true,
  });
  return report(events, root, (text) => process.stdout.write(text));
}

/**
 * Real browsers, JVMs and databases on a busy machine: a few files of some three hundred that failed are run once more, alone,
 * and are named if they pass then. More than that is no accident.
 */
async function passAtSecondTry(files: string[]): Promise<boolean> {
  if (files.length === 0 || files.length > mostAccidents) return false;
  console.log(`\nOnce more, alone: ${files.length === 1 ? 'the file' : 'the files'} with a failed test`);
  const { isGreen } = await runFiles(files, 1);
  if (isGreen) console.log(`!!! UNSTEADY: passed only when run once more: ${files.join(', ')}`);
  return isGreen;
}

function skippedBanner(skipped: { name: string; reason: string }[], missing: NeedName[]): string {
  const rule = '!'.repeat(78);
  const command = missing.length > 0 ? installCommand(missing) : null;
  return [
    rule,
    `!!! ${skipped.length} tests were SKIPPED, so this run proves less than it could:`,
    ...skipped.map(({ name, reason }) => `!!!   ${name} (${reason})`),
    ...(command === null ? [] : ['!!! To run them:', `!!!   ${command}`]),
    rule,
  ].join('\n');
}
