import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { group, http, loop, planWith } from '../../../src/engine/testing/plan.ts';
import { packageFile } from '../../../src/lib/package-files.ts';
import { atPart, sorted } from '../../support/at-part.ts';
import { printTable } from '../../support/table.ts';
import { Contender } from '../contender.ts';
import type { Nginx } from '../nginx.ts';
import { OurEngine } from '../our-engine.ts';
import { prepareOurs } from '../our-generator.ts';
import { planVariables, thinkTime, usersOf } from '../plan.ts';
import { processorUs } from '../process-time.ts';
import { firstOutput, startRealTime, stopRealTime } from '../real-time.ts';
import { Witness } from '../witness/witness.ts';
import { type MeasuredTime, readTimes, waitLabel } from './times.ts';

const delaysMs = [5, 20, 50, 100];
const usersPerDelay = 20;
/** Pause between the requests of a user, so that the waiting target is mostly idle. */
const restMs = 40;
const loadThinkTimeMs = 100;
/** Until JIT compilation has finished. */
const warmUpSeconds = 12;
const probeSeconds = 4;
const halfOfCore = 0.5;
const tolerance = 0.1;
const maxRepeats = 3;
const targetPriority = 1;

export interface AccuracySettings {
  nginx: Nginx;
  folder: string;
  serverCore: number;
  core: number;
  seconds: number;
  /** Other requests per second; default: as many as use half of the core. */
  perSecond: number | undefined;
  /** Users of the other requests; default: as many as send them with a think time of 100 ms. */
  users: number | undefined;
}

/**
 * Compares our times with those of a target that reports its waiting time, while requests to nginx use half of the
 * core.
 */
export async function showAccuracy(settings: AccuracySettings): Promise<void> {
  const target = await startTarget(settings.serverCore);
  const run = await (settings.perSecond === undefined
    ? runAtHalfOfCore(settings, target.port)
    : runBeside(settings, settings.perSecond, target.port, settings.seconds));
  await target.stop();
  if (run.times.length === 0) {
    throw new Error('No request to the waiting target was recorded.');
  }
  const calm = run.times.filter(({ startMs, elapsedMs }) => run.stalls.isCalm(startMs, startMs + elapsedMs));
  const rows = [
    ...delaysMs.map((ms) =>
      row(
        `${ms} ms`,
        calm.filter(({ askedMs }) => askedMs === ms),
      ),
    ),
    row('all of these', calm),
    row('including stalls of the host', run.times),
  ];
  printTable(
    `Our response times minus the waiting time of the target, with ${Math.round(run.perSecond)} other requests per second of ${run.users} users; the engine took ${Math.round(run.share * 100)} % of its core, schedule lag ${run.lagP99Ms.toFixed(1)} ms at p99; ${run.stalls}`,
    ['delay', 'samples', 'failed', 'p50 ms', 'p99 ms', 'p99.9 ms', 'max ms'],
    rows,
  );
}

function row(name: string, times: readonly MeasuredTime[]): (string | number)[] {
  const late = sorted(
    times.map(({ elapsedMs, waitedMs }) => elapsedMs - waitedMs).filter((ms) => !Number.isNaN(ms)),
  );
  const at = (part: number) => (late.length === 0 ? '' : atPart(late, part).toFixed(3));
  return [name, late.length, times.length - late.length, at(0.5), at(0.99), at(0.999), at(1)];
}

/** Repeats until the engine uses half of the core. */
async function runAtHalfOfCore(settings: AccuracySettings, targetPort: number) {
  const whole = await maxRate(settings);
  // Requests that arrive one at a time cost more than batches: half of the requests are more than half of the work.
  const probe = await runBeside(settings, whole / 2, targetPort, probeSeconds);
  let perSecond = (whole / 2) * Math.min(1, halfOfCore / probe.share);
  let run = await runBeside(settings, perSecond, targetPort, settings.seconds);
  // The capacity of the host varies over minutes, and with it the rate that uses half of a core.
  for (let again = 0; again < maxRepeats && Math.abs(run.share - halfOfCore) > tolerance; again++) {
    console.log(
      `accuracy: ${Math.round(run.share * 100)} % of the core with ${Math.round(perSecond)} a second`,
    );
    perSecond *= halfOfCore / run.share;
    run = await runBeside(settings, perSecond, targetPort, settings.seconds);
  }
  return run;
}

async function runBeside(
  settings: AccuracySettings,
  wantedPerSecond: number,
  targetPort: number,
  seconds: number,
) {
  const { nginx, folder, serverCore, core } = settings;
  const users = settings.users ?? Math.max(1, Math.round((wantedPerSecond * loadThinkTimeMs) / 1000));
  const own = join(folder, `accuracy-${Date.now()}`);
  const plan = planFor(nginx, users, (1000 * users) / wantedPerSecond, targetPort);
  const tap = pathToFileURL(join(import.meta.dirname, 'tap.ts')).href;
  // From sources: the bundle has a class of its own, which the tap would not reach.
  const program = [packageFile('src/engine/main.ts')];
  const engine = await OurEngine.prepare(own, plan, core, { flags: [`--import=${tap}`], program });
  const witness = await Witness.start([serverCore, core]);
  await engine.start();
  await delay(warmUpSeconds * 1000);
  const [fromMs, requestsBefore, usBefore] = [Date.now(), await nginx.requests(), processorUs(engine.pid)];
  const stalls = await witness.watch(seconds);
  const elapsedMs = Date.now() - fromMs;
  const perSecond = ((await nginx.requests()) - requestsBefore) / (elapsedMs / 1000);
  const share = (processorUs(engine.pid) - usBefore) / (elapsedMs * 1000);
  await engine.stop();
  await witness.stop();
  const times = (await readTimes(own)).filter(({ startMs, elapsedMs }) =>
    stalls.hasSeen(startMs, startMs + elapsedMs),
  );
  return { users, perSecond, share, times, stalls, lagP99Ms: (await engine.load())?.lagP99Ms ?? Number.NaN };
}

/** Requests per second of the engine without think time. */
async function maxRate({ nginx, folder, core }: AccuracySettings): Promise<number> {
  const load = { nginx, isTls: false, isFull: true, users: 50, checks: 2, seconds: 0, core };
  const ours = await Contender.start('ours', nginx, () => prepareOurs(load, folder), warmUpSeconds);
  await ours.takeTurn(probeSeconds);
  await ours.end();
  return ours.stretches[0]?.perSecond ?? 0;
}

function planFor(nginx: Nginx, users: number, thinkTimeMs: number, targetPort: number): string {
  const load = usersOf(
    {
      addresses: ['127.0.0.1'],
      port: nginx.port,
      isTls: false,
      users,
      checks: 2,
      thinkTimeMs: Math.round(thinkTimeMs),
      thinkSpreadMs: Math.round(thinkTimeMs / 2),
      rampSeconds: 1,
    },
    '127.0.0.1',
  );
  const waits = delaysMs.map((ms) =>
    group(
      { name: `Users of ${ms} ms`, users: usersPerDelay, more: { 'ThreadGroup.ramp_time': 1 } },
      loop(
        'endless loop',
        -1,
        http(`${waitLabel}${ms}`, { port: targetPort, path: `/wait/${ms}` }, thinkTime(restMs, restMs / 2)),
      ),
    ),
  );
  return planWith({}, planVariables, load, ...waits);
}

async function startTarget(core: number): Promise<{ port: number; stop(): Promise<void> }> {
  // Real-time priority: its timers fire on time, regardless of nginx on the same core.
  const child = startRealTime(core, targetPriority, [join(import.meta.dirname, 'target.ts')]);
  return { port: Number(await firstOutput(child)), stop: () => stopRealTime(child) };
}
