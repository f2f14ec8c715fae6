/** Runs one JMeter plan. Started in the sandbox with the path of an options file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { awaitControl, awaitStop } from '../lib/control-file.ts';
import {
  type EngineOptions,
  engineExitCodes,
  engineProblemMark,
  engineWarningMark,
} from '../plans/jmeter/engine-process.ts';
import { readPlanTree } from '../plans/jmeter/read-plan-tree.ts';
import { textFunctions } from './functions/functions.ts';
import { EngineClock } from './process/engine-clock.ts';
import { EngineLog } from './process/engine-log.ts';
import { LoadWatch, loadWarnings } from './process/load-watch.ts';
import { jtlHeader, ResultsJtl } from './process/results-jtl.ts';
import { SampleRecorder } from './process/sample-recorder.ts';
import { guardRegexes } from './text/guard-regexes.ts';
import { PlanRun, type PlanRunOptions } from './users/plan-run.ts';

const holdMs = 3_600_000;
/** The HTTP client of Apache JMeter 5.6.3 calls itself so; the version of Java behind it says nothing here. */
const userAgent = 'Apache-HttpClient/4.5.14 (Java/17.0.15)';

process.exit(await main(process.argv[2] ?? ''));

async function main(optionsPath: string): Promise<number> {
  guardRegexes();
  const options = JSON.parse(await readFile(optionsPath, 'utf8')) as EngineOptions;
  const log = new EngineLog(options.logPath);
  const clock = new EngineClock();
  writeFileSync(options.resultsPath, jtlHeader, { flag: 'a', mode: 0o644 });
  let watch: LoadWatch | undefined;
  const samples = new SampleRecorder({
    path: options.samplesPath,
    areSubResultsSaved: options.properties['jmeter.save.saveservice.subresults'] !== 'false',
    nowMs: clock.nowMs,
    usersNow: () => run?.runner.activeUsers ?? 0,
    generator: () => watch?.look(),
    jtl: new ResultsJtl({
      path: options.resultsPath,
      maxBytes: options.maxResultsBytes,
      written: new BigInt64Array(1),
    }),
  });
  process.on('uncaughtException', (error) => {
    log.write('error', error.stack ?? error.message);
    tell(`The engine has failed: ${error.message}`);
    samples.flush();
    process.exit(engineExitCodes.failed);
  });
  let run: PlanRun | undefined;
  try {
    const refusals: string[] = [];
    const warnings: string[] = [];
    run = prepare(options, clock, log, {
      recorder: samples,
      onRefusal: (reason) => refusals.push(reason),
      onWarning: (sentence) => warnings.push(sentence),
    });
    watch = new LoadWatch(() => run?.runner.activeUsers ?? 0, run.runner.lag);
    await writeFile(options.readyPath, '');
    const code = await runWhenTold(options, run, clock, log, samples, watch);
    for (const warning of warnings) {
      tell(warning, engineWarningMark);
    }
    for (const refusal of refusals) {
      tell(refusal);
    }
    return refusals.length > 0 ? engineExitCodes.refused : code;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    log.write('error', text);
    tell(text);
    return engineExitCodes.planBroken;
  } finally {
    clock.stop();
    samples.close();
    log.close();
  }
}

function prepare(
  options: EngineOptions,
  clock: EngineClock,
  log: EngineLog,
  listeners: Omit<PlanRunOptions, 'world'>,
): PlanRun {
  const content = readFileSync(join(options.filesFolder, options.planName));
  const plan = readPlanTree(options.planName, content).find((element) => element.kind === 'TestPlan');
  if (!plan) {
    throw new Error(`${options.planName} has no Test Plan.`);
  }
  const run = new PlanRun(plan, {
    world: {
      properties: new Map(Object.entries(options.properties)),
      functions: textFunctions,
      planName: options.planName,
      filesFolder: options.filesFolder,
      userAgent,
      nowMs: clock.nowMs,
      random: Math.random,
      log: (level, text) => log.write(level, text),
    },
    ...listeners,
  });
  run.prepare();
  log.write('info', `Loaded ${options.planName}`);
  return run;
}

async function runWhenTold(
  options: EngineOptions,
  run: PlanRun,
  clock: EngineClock,
  log: EngineLog,
  samples: SampleRecorder,
  watch: LoadWatch,
): Promise<number> {
  const control = await awaitControl(options.controlPath, holdMs);
  if (control === undefined) {
    return engineExitCodes.neverReleased;
  }
  if (control.kind === 'stop') {
    return 0;
  }
  const ended = new AbortController();
  samples.onLost = (error) => {
    log.write('error', `The results could not be written: ${error.message}`);
    run.stop(true);
  };
  const stopping = stopWhenTold(options.controlPath, run, ended.signal);
  await untilMoment(control.atMs, clock, ended.signal);
  log.write('info', 'Running the test!');
  watch.look();
  samples.start(control.clockOffsetMs);
  await run.run();
  samples.finish();
  for (const sentence of loadWarnings([watch.summary])) {
    run.runner.warn(sentence);
  }
  ended.abort();
  await stopping;
  const { lagP99Ms, lagMaxMs } = watch.summary;
  log.write(
    'info',
    `Test ended; ${samples.count} samples; users were woken ${lagP99Ms.toFixed(1)} ms late at the 99th percentile, ${Math.round(lagMaxMs)} ms at most`,
  );
  return samples.isLost ? engineExitCodes.resultsLost : 0;
}

/** In order first; what has not ended after the patience is broken off. */
async function stopWhenTold(controlPath: string, run: PlanRun, signal: AbortSignal): Promise<void> {
  const patienceMs = await awaitStop(controlPath, signal);
  if (patienceMs !== undefined) {
    run.stop(false);
    await delay(patienceMs, undefined, { signal }).then(
      () => run.stop(true),
      () => {},
    );
  }
}

/** Never too early, whatever a timer says. */
async function untilMoment(atMs: number, clock: EngineClock, signal: AbortSignal): Promise<void> {
  for (let leftMs = atMs - clock.nowMs(); leftMs > 0; leftMs = atMs - clock.nowMs()) {
    await delay(Math.ceil(leftMs), undefined, { signal });
  }
}

/** One line for each, whatever is in it. */
function tell(problem: string, mark: string = engineProblemMark): void {
  console.log(mark + problem.replaceAll('\n', '\\n'));
}
