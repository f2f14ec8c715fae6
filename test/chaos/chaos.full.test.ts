import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { cp, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { withOwnPostgres } from '../support/postgres.ts';
import { createRun } from '../support/run.ts';
import { type AcceptedRun, judgeRound } from './checks.ts';
import { scheduleOf, wordsOf } from './schedule.ts';
import { logsOf, openStage, type Stage } from './stage.ts';

// `npm run chaos -- --seed 7 --minutes 10`
const firstSeed = Number(process.env.SPATE_CHAOS_SEED ?? randomInt(2 ** 31));
const minutes = Number(process.env.SPATE_CHAOS_MINUTES ?? 10);
const services = Number(process.env.SPATE_CHAOS_SERVICES ?? 1);
const faults = 16;
const spanMs = 40_000;
const users = 3;
const nodes = 2;

const postgres = withOwnPostgres();
const lacks = services === 1 ? needs('java', 'maven', 'cc') : needs('java', 'maven', 'cc', 'go', 'haproxy');
const skip = process.getuid?.() === 0 ? lacks : 'mounting small disks requires root';

test(`${minutes} min of random faults lose no sample without a reason`, { skip }, async (t) => {
  const stage = await openStage(t, postgres, services);
  const made = new Map<string, number>();
  const failures: string[] = [];
  const endMs = performance.now() + minutes * 60_000;
  let runs = 0;
  for (let seed = firstSeed; seed === firstSeed || performance.now() < endMs; seed++) {
    const log: string[] = [];
    const accepted = await startRuns(stage, seed);
    runs += accepted.length;
    const ofRound = await makeFaults(stage, seed, log);
    for (const what of ofRound) made.set(what, (made.get(what) ?? 0) + 1);
    const { violations, reasons } = await judgeRound(stage, accepted, new Set(ofRound));
    t.diagnostic(`round ${seed}: ${totalOf(made)} faults so far, ${violations.length} violations`);
    for (const reason of reasons) t.diagnostic(reason);
    if (violations.length === 0) continue;
    const folder = await keepLogs(stage, log, violations);
    const failure = [
      `Repeat with: npm run chaos -- --seed ${seed} --minutes 1 --services ${services}`,
      `Logs: ${folder}`,
      ...log,
      ...violations,
    ].join('\n');
    console.error(failure);
    failures.push(failure);
  }
  t.diagnostic(`${totalOf(made)} faults, ${runs} runs: ${JSON.stringify(Object.fromEntries(made))}`);
  assert.deepEqual(failures, []);
});

const totalOf = (made: ReadonlyMap<string, number>) => made.values().reduce((sum, each) => sum + each, 0);

/** A run on our engine, and one on Apache JMeter, on all nodes. */
async function startRuns({ api, grid, target }: Stage, seed: number): Promise<AcceptedRun[]> {
  const accepted: AcceptedRun[] = [];
  for (const engine of ['spate', 'apache']) {
    const path = `/${engine}/${seed}`;
    const content = plan({ port: target.port, path, threads: String(users), loops: '120', pauseMs: 100 });
    const run = await createRun(api, {
      fields: { 'run[engine]': engine },
      grids: [['uuid', grid.uuid]],
      files: { 'plan.jmx': content },
    });
    accepted.push({ id: run.uuid, path, users: users * nodes });
  }
  return accepted;
}

/** Makes the faults of the round at their times, and resolves with those that were made when all are over. */
async function makeFaults(stage: Stage, seed: number, log: string[]): Promise<string[]> {
  const made: string[] = [];
  const startMs = performance.now();
  const seconds = () => `${((performance.now() - startMs) / 1000).toFixed(1)} s`;
  const lanes = new Map<string, Promise<void>>();
  for (const { atMs, fault } of scheduleOf(seed, { faults, spanMs, victims: stage.victims })) {
    // One after the other for the same thing; faults of different things overlap.
    const what = wordsOf(fault).split(' ').slice(0, 2).join(' ');
    const lane = 'victim' in fault ? fault.victim : what;
    const before = lanes.get(lane) ?? Promise.resolve();
    const one = async () => {
      await sleep(Math.max(0, startMs + atMs - performance.now()));
      await before;
      log.push(`${seconds()} ${wordsOf(fault)}`);
      const wasMade = await stage.make(fault);
      log.push(`${seconds()} ${wordsOf(fault)}: ${wasMade ? 'over' : 'nothing to break'}`);
      if (wasMade) made.push(what);
    };
    lanes.set(lane, one());
  }
  await Promise.all(lanes.values());
  return made;
}

async function keepLogs(
  stage: Stage,
  log: readonly string[],
  violations: readonly string[],
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spate-chaos-'));
  const names = [
    ...stage.services.map((_, index) => `service-${index + 1}.log`),
    ...stage.nodes.map((_, index) => `node-${index + 1}.log`),
  ];
  for (const [index, text] of (await logsOf(stage)).entries())
    await writeFile(join(folder, names[index] ?? ''), text);
  await writeFile(join(folder, 'round.txt'), [...log, '', ...violations].join('\n'));
  for (const [index, node] of stage.nodes.entries())
    await cp(node.folder, join(folder, `folder-${index + 1}`), {
      recursive: true,
      errorOnExist: false,
    }).catch(() => {});
  return folder;
}
