/** Runs one JMeter plan. Started in the sandbox with the path of an options file. */
import { writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { brokenOffSentence, sumInFlight } from '../domain/in-flight.ts';
import type { LiveControl } from '../domain/live-control.ts';
import { guardRegexes } from '../languages/oro-regex/guard-regexes.ts';
import { steadyClock, toSteadyMs } from '../lib/clock.ts';
import { awaitControl, awaitStop } from '../tool-process/control-file.ts';
import type { EngineOptions } from '../tool-process/engine-options.ts';
import { exitCodes } from '../tool-process/exit-codes.ts';
import { followLiveControl } from '../tool-process/live-control-file.ts';
import { reportLine } from '../tool-process/report-lines.ts';
import { countWorkers } from './process/count-workers.ts';
import { EngineLog } from './process/engine-log.ts';
import type { EngineListeners, EngineOutcome, EngineRunner } from './process/engine-runner.ts';
import { loadPlan } from './process/load-plan.ts';
import { lagSentence, loadWarnings, threadSentences } from './process/load-watch.ts';
import { keepReleasing, releaseMemory } from './process/release-memory.ts';
import { jtlHeader } from './process/results-jtl.ts';
import { WorkerPool } from './process/worker-pool.ts';

const holdMs = 3_600_000;

process.exit(await main(process.argv[2] ?? ''));

async function main(optionsPath: string): Promise<number> {
  guardRegexes();
  const options = JSON.parse(await readFile(optionsPath, 'utf8')) as EngineOptions;
  const log = new EngineLog(options.logPath);
  writeFileSync(options.resultsPath, jtlHeader, { flag: 'a', mode: 0o644 });
  const refusals: string[] = [];
  const warnings: string[] = [];
  let runner: EngineRunner | undefined;
  process.on('uncaughtException', (error) => {
    log.write('error', error.stack ?? error.message);
    reportLine('problem', `The engine failed: ${error.message}`);
    void shutDown(runner).finally(() => process.exit(exitCodes.failed));
  });
  try {
    runner = await makeRunner(options, log, {
      onRefusal: (reason) => refusals.push(reason),
      onWarning: (sentence) => warnings.push(sentence),
    });
    await runner.ready();
    releaseMemory();
    log.write('info', `Loaded ${options.planName}`);
    await writeFile(options.readyPath, '');
    const outcome = await runWhenReleased(options, runner, log);
    const problems = outcome === 'never released' ? [] : outcome.problems;
    const loadProblems = outcome === 'never released' ? [] : loadWarnings(outcome.loads);
    for (const sentence of loadProblems) {
      log.write('warn', sentence);
    }
    const abortedInFlight =
      outcome === 'never released' ? undefined : brokenOffSentence(outcome.abortedInFlight);
    for (const warning of [...warnings, ...loadProblems, ...(abortedInFlight ? [abortedInFlight] : [])]) {
      reportLine('warning', warning);
    }
    for (const problem of [...refusals, ...problems]) {
      reportLine('problem', problem);
    }
    return exitCode(outcome, refusals);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    log.write('error', text);
    reportLine('problem', text);
    return exitCodes.planBroken;
  } finally {
    runner?.close();
    log.close();
  }
}

async function shutDown(runner: EngineRunner | undefined): Promise<void> {
  await runner?.shutDown();
  runner?.close();
}

async function makeRunner(
  options: EngineOptions,
  log: EngineLog,
  listeners: EngineListeners,
): Promise<EngineRunner> {
  const plan = loadPlan(options);
  const { count, shared } = countWorkers(plan, options);
  if (count > 1) {
    log.write('info', `Running with ${count} threads`);
    return new WorkerPool(options, plan, count, listeners);
  }
  if (shared !== undefined) {
    log.write('info', `Running with one thread: ${shared} shares state between users`);
  }
  // Not loaded in the main thread of several, which runs no users.
  const { SingleThreadRunner } = await import('./process/single-thread-runner.ts');
  return new SingleThreadRunner(options, plan, listeners);
}

function exitCode(outcome: EngineOutcome | 'never released', refusals: readonly string[]): number {
  if (outcome === 'never released') {
    return exitCodes.neverReleased;
  }
  if (refusals.length > 0) {
    return exitCodes.unavailable;
  }
  if (outcome.problems.length > 0) {
    return exitCodes.failed;
  }
  return outcome.isLost ? exitCodes.resultsLost : 0;
}

async function runWhenReleased(
  options: EngineOptions,
  runner: EngineRunner,
  log: EngineLog,
): Promise<EngineOutcome | 'never released'> {
  const control = await awaitControl(options.controlPath, holdMs);
  if (control === undefined) {
    return 'never released';
  }
  if (control.kind === 'stop') {
    return { loads: [], samples: 0, abortedInFlight: sumInFlight([]), isLost: false, problems: [] };
  }
  const ended = new AbortController();
  const stopping = stopOnRequest(options.controlPath, runner, ended.signal);
  const controlling = controlOnRequest(options, runner, log, ended.signal);
  await waitUntil(control.atMs);
  log.write('info', 'Running the test!');
  const stopReleasing = keepReleasing();
  const outcome = await runner.run(control.clockOffsetMs);
  stopReleasing();
  ended.abort();
  await Promise.all([stopping, controlling]);
  log.write('info', `Test ended; ${outcome.samples} samples; ${lagSentence(outcome.loads)}`);
  for (const sentence of threadSentences(outcome.loads)) {
    log.write('info', sentence);
  }
  return outcome;
}

/** Stops users after their current samples, and aborts what is in flight after the grace period. */
async function stopOnRequest(controlPath: string, runner: EngineRunner, signal: AbortSignal): Promise<void> {
  const graceMs = await awaitStop(controlPath, signal);
  if (graceMs !== undefined) {
    runner.stop();
    await delay(graceMs, undefined, { signal }).then(
      () => runner.abortInFlight(),
      () => {},
    );
  }
}

async function controlOnRequest(
  { liveControlPath }: EngineOptions,
  runner: EngineRunner,
  log: EngineLog,
  signal: AbortSignal,
): Promise<void> {
  if (liveControlPath === undefined) {
    return;
  }
  const apply = (control: LiveControl) => {
    const users = control.users === null ? 'users as in the plan' : `${control.users} users`;
    log.write('info', `Live control: ${users}, ${control.isPaused ? 'paused' : 'running'}`);
    runner.control(control);
  };
  await followLiveControl(liveControlPath, apply, signal);
}

/** Resolves at or after the moment; timers may fire early. */
async function waitUntil(atMs: number): Promise<void> {
  const steadyMs = toSteadyMs(atMs);
  for (let leftMs = steadyMs - steadyClock.nowMs(); leftMs > 0; leftMs = steadyMs - steadyClock.nowMs()) {
    await delay(Math.ceil(leftMs));
  }
}
