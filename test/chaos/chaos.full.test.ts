import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { needs } from '../support/needs.ts';
import { judgeRun } from './checks.ts';
import { measureIdle } from './leftovers.ts';
import { keepLogs, playRound, type RoundParts, startRuns } from './round.ts';
import { openStage } from './stage.ts';
import { openStoredFiles } from './stored.ts';

// `npm run chaos -- --seed 7 --minutes 10 --services 3`
const firstSeed = Number(process.env.SPATE_CHAOS_SEED ?? randomInt(2 ** 31));
const minutes = Number(process.env.SPATE_CHAOS_MINUTES ?? 5);
const { SPATE_CHAOS_SERVICES } = process.env;
const stages = SPATE_CHAOS_SERVICES === undefined ? [1, 3] : [Number(SPATE_CHAOS_SERVICES)];
const needsOfOne = needs('java', 'maven', 'cc');
const needsOfSeveral = needs('java', 'maven', 'cc', 'go', 'haproxy');

for (const services of stages) {
  const lacks = services === 1 ? needsOfOne : needsOfSeveral;
  const skip = process.getuid?.() === 0 ? lacks : 'mounting small disks requires root';
  test(
    `${minutes} min of random faults with ${services} service(s) lose no sample without a reason`,
    { skip },
    (t) => play(t, services),
  );
}

async function play(t: TestContext, services: number): Promise<void> {
  const stage = await openStage(t, services);
  const files = await openStoredFiles(t, stage);
  // Programs keep some files open after their first run.
  for (const run of await startRuns(stage, { seed: 'first', loops: 5 }))
    assert.deepEqual(await judgeRun(stage, run, new Set()), { violations: [], reasons: [] });
  const parts: RoundParts = { stage, files, idle: await measureIdle(stage) };

  const tally = new Map<string, { tried: number; effective: number }>();
  const total = { rounds: 0, runs: 0, faults: 0, orphanFiles: 0, unfinishedUploads: 0 };
  const failures: string[] = [];
  const endMs = performance.now() + minutes * 60_000;
  for (let seed = firstSeed; seed === firstSeed || performance.now() < endMs; seed++) {
    const round = await playRound(parts, seed);
    for (const { name, isEffective } of round.faults) {
      const { tried, effective } = tally.get(name) ?? { tried: 0, effective: 0 };
      tally.set(name, { tried: tried + 1, effective: effective + Number(isEffective) });
      total.faults += Number(isEffective);
    }
    total.rounds += 1;
    total.runs += round.runs;
    total.orphanFiles += round.orphans.files;
    total.unfinishedUploads += round.orphans.uploads;
    t.diagnostic(`round ${seed}: ${total.faults} faults so far, ${round.violations.length} violations`);
    for (const reason of round.reasons) t.diagnostic(reason);
    if (round.violations.length === 0) continue;
    const failure = [
      `Repeat with: npm run chaos -- --seed ${seed} --minutes 1 --services ${services}`,
      `Logs: ${await keepLogs(stage, round)}`,
      ...round.log,
      ...round.violations,
    ].join('\n');
    console.error(failure);
    failures.push(failure);
  }
  t.diagnostic(JSON.stringify(total));
  for (const [name, { tried, effective }] of [...tally].sort())
    t.diagnostic(`${name}: ${effective} of ${tried} affected something`);
  assert.deepEqual(failures, []);
}
