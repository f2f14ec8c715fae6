import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identityFileName } from '../../src/agent/identity.ts';
import { plan } from '../support/plan.ts';
import { createRun } from '../support/run.ts';
import { nodeCount } from './breakable.ts';
import { type AcceptedRun, isOfFullDisk, judgeRun, openPage, secretsInLogs } from './checks.ts';
import { makeFault, resetClocks } from './faults.ts';
import { type Idle, leftovers } from './leftovers.ts';
import { laneOf, nameOf, type ScheduledFault, scheduleOf, wordsOf } from './schedule.ts';
import { logsOf, type Stage } from './stage.ts';
import type { Orphans, StoredFiles } from './stored.ts';

const faults = 16;
const spanMs = 40_000;
const usersPerNode = 3;
/** With the pause and the latency of the target, users are busy for 45 s: longer than faults begin. */
const loops = 400;
const pauseMs = 100;

export interface RoundResult {
  /** Names of the faults, and whether each affected something. */
  faults: { name: string; isEffective: boolean }[];
  runs: number;
  orphans: Orphans;
  reasons: string[];
  violations: string[];
  /** What happened when. */
  log: string[];
}

export interface RoundParts {
  stage: Stage;
  idle: Idle;
  files: StoredFiles;
}

export async function playRound({ stage, idle, files }: RoundParts, seed: number): Promise<RoundResult> {
  await resetClocks(stage);
  const log: string[] = [];
  const runs = await startRuns(stage, { seed, loops });
  await noteCredentials(stage);
  const made = await makeFaults(stage, scheduleOf(seed, { faults, spanMs, breakable: stage.breakable }), log);
  const tried = new Set(made.map(({ name }) => name));
  const judged = [];
  for (const run of runs) judged.push(await judgeRun(stage, run, tried));
  const reasons = judged.flatMap((run) => run.reasons);
  if (reasons.some(isOfFullDisk))
    for (const each of made) if (each.name === 'fill disk of node') each.isEffective = true;
  const ids = runs.map(({ id }) => id);
  const violations = judged.flatMap((run) => run.violations);
  violations.push(...(await leftovers(stage, idle, ids)));
  await noteCredentials(stage);
  violations.push(...(await secretsInLogs(stage)), ...(await files.missing()));
  const orphans = await files.removeOrphans();
  return {
    faults: made,
    runs: runs.length,
    orphans,
    reasons,
    violations,
    log,
  };
}

/** A run on our engine, and one on Apache JMeter, on all nodes. */
export async function startRuns(
  stage: Stage,
  { seed, loops }: { seed: number | string; loops: number },
): Promise<AcceptedRun[]> {
  const { api, grid, target } = stage;
  const accepted: AcceptedRun[] = [];
  for (const engine of ['spate', 'apache']) {
    const path = `/${engine}/${seed}`;
    const load = { threads: String(usersPerNode), loops: String(loops), pauseMs };
    const run = await createRun(api, {
      fields: { 'run[engine]': engine },
      grids: [['uuid', grid.uuid]],
      files: { 'plan.jmx': plan({ port: target.port, path, ...load }) },
    });
    const planned = usersPerNode * nodeCount * loops;
    accepted.push({ id: run.uuid, path, usersPerNode, planned, ...openPage(stage, run.uuid) });
  }
  return accepted;
}

/** Makes the faults of the round at their times, and resolves when all are over. */
async function makeFaults(
  stage: Stage,
  schedule: readonly ScheduledFault[],
  log: string[],
): Promise<RoundResult['faults']> {
  const made: RoundResult['faults'] = [];
  const startMs = performance.now();
  const note = (text: string) => log.push(`${((performance.now() - startMs) / 1000).toFixed(1)} s ${text}`);
  const lanes = new Map<string, Promise<void>>();
  for (const { atMs, fault } of schedule) {
    const lane = laneOf(fault);
    const before = lanes.get(lane) ?? Promise.resolve();
    const one = async () => {
      await sleep(Math.max(0, startMs + atMs - performance.now()));
      await before;
      note(wordsOf(fault));
      const isEffective = await makeFault(stage, fault);
      note(`${wordsOf(fault)}: ${isEffective ? 'over' : 'over, without effect'}`);
      made.push({ name: nameOf(fault), isEffective });
    };
    lanes.set(lane, one());
  }
  await Promise.all(lanes.values());
  return made;
}

/** Credentials of nodes must not be in logs; a node that joins again has another one. */
async function noteCredentials({ nodes, secrets }: Stage): Promise<void> {
  for (const [index, { folder }] of nodes.entries()) {
    const { credential, nodeId } = JSON.parse(await readFile(join(folder, identityFileName), 'utf8'));
    secrets.set(`credential of node ${index + 1} as ${nodeId}`, credential);
  }
}

/** Copies what explains a failed round into a folder that remains. */
export async function keepLogs(stage: Stage, { log, violations }: RoundResult): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'spate-chaos-'));
  for (const [name, text] of await logsOf(stage)) await writeFile(join(folder, name), text);
  await writeFile(join(folder, 'round.txt'), [...log, '', ...violations].join('\n'));
  for (const [index, node] of stage.nodes.entries())
    await cp(node.folder, join(folder, `folder-${index + 1}`), {
      recursive: true,
      errorOnExist: false,
    }).catch(() => {});
  return folder;
}
