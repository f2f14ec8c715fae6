import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { sendSignal } from '../../src/lib/process-identity.ts';
import { type Engine, engines, enginesOfSuite, needsOfEngine } from '../support/engines.ts';
import { type HeldTarget, startHeldTarget } from '../support/held-target.ts';
import { plan } from '../support/plan.ts';
import { engineProcess, java, nodeAgent, type Program, processesBelow } from '../support/processes.ts';
import { awaitStatus, countEverywhere, createRun } from '../support/run.ts';
import { type Json, startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const users = 4;
const loops = 75;
/** Half of the requests wait for the kill, so that the run never ends before it. */
const allowed = (users * loops) / 2;
const programs: Record<Engine, Program> = { spate: engineProcess, apache: java };
/**
 * Both engines have written a sample before its user sends the next request: Apache JMeter flushes each line, our engine
 * writes in the same turn of its event loop with up to 250 samples a second, and the plan asks for fewer.
 */
const mostLost: Record<Engine, number> = { spate: users, apache: users };

let target: HeldTarget;
let service: TestService;

before(async () => {
  target = await startHeldTarget({ latencyMs: 10, allowed });
  service = await startService({}, { postgres: 'own' });
});

after(async () => {
  await service?.close();
  await target?.stop();
});

/** A run after some of its requests. */
async function startedRun(engine: Engine, path: string): Promise<Json> {
  const content = plan({ port: target.port, path, threads: `${users}`, loops: `${loops}`, pauseMs: 20 });
  const run = await createRun(service, {
    fields: { 'run[engine]': engine },
    files: { 'plan.jmx': content },
  });
  assert.equal(run.engine, engine);
  await awaitStatus(service, run.uuid, 'running');
  await until('requests arrive', () => target.requestsTo(path) > 50);
  return run;
}

/** Releases some more requests, and resolves when they have arrived: the tool continues. */
async function assertGoesOn(path: string): Promise<void> {
  const seen = target.requestsTo(path);
  target.allow(path, seen + 60);
  await until('more requests arrive', () => target.requestsTo(path) > seen + 30);
}

async function assertNothingLost(run: Json, engine: Engine, path: string): Promise<void> {
  target.allow(path, Number.POSITIVE_INFINITY);
  const finished = await awaitStatus(service, run.uuid, 'finished');
  assert.deepEqual([finished.engine, finished.remote_errors], [engine, null]);
  const sent = target.requestsTo(path);
  assert.equal(sent, users * loops);
  assert.deepEqual(await countEverywhere(service, finished), {
    series: sent,
    report: sent,
    csv: sent,
    frames: sent,
  });
}

/** Service, agent and PostgreSQL do the same for both engines. */
for (const engine of enginesOfSuite) {
  const skip = needsOfEngine(engine);

  test(`${engine}: the service killed in the middle of a run loses nothing`, { skip }, async () => {
    const path = `/${engine}/service`;
    const run = await startedRun(engine, path);
    await service.kill();
    await assertGoesOn(path);
    await service.start();
    assert.equal((await service.json(`/runs/${run.uuid}`)).status, 'running');
    await assertNothingLost(run, engine, path);
  });

  test(`${engine}: an agent killed in the middle of a run loses nothing`, { skip }, async () => {
    const path = `/${engine}/agent`;
    const run = await startedRun(engine, path);
    const agents = processesBelow(service.dataDir, nodeAgent);
    assert.equal(agents.length, 1);
    for (const pid of agents) sendSignal(pid, 'SIGKILL');
    await assertGoesOn(path);
    await until('another agent is there', () =>
      processesBelow(service.dataDir, nodeAgent).some((pid) => !agents.includes(pid)),
    );
    await assertNothingLost(run, engine, path);
  });

  test(`${engine}: PostgreSQL killed in the middle of a run loses nothing`, { skip }, async () => {
    const path = `/${engine}/postgres`;
    const run = await startedRun(engine, path);
    const killed = postmaster();
    process.kill(killed, 'SIGKILL');
    await assertGoesOn(path);
    await assertNothingLost(run, engine, path);
    assert.notEqual(postmaster(), killed);
  });
}

for (const engine of engines) {
  const skip = needsOfEngine(engine);

  test(`${engine}: a tool killed in the middle of a run ends it with its samples so far and an error`, {
    skip,
  }, async () => {
    const path = `/${engine}/tool`;
    const run = await startedRun(engine, path);
    const tools = processesBelow(service.dataDir, programs[engine]);
    assert.equal(tools.length, 1);
    for (const pid of tools) sendSignal(pid, 'SIGKILL');
    const finished = await awaitStatus(service, run.uuid, 'finished');
    assert.equal(finished.engine, engine);
    assert.ok(finished.remote_errors.length > 0);
    const { reconciliation } = await service.json(`/runs/${run.uuid}/report`);
    assert.equal(reconciliation.produced, reconciliation.reported);
    const sent = target.requestsTo(path);
    const lost = sent - reconciliation.reported;
    assert.ok(lost >= 0 && lost <= mostLost[engine], `${lost} of ${sent} requests are missing`);
  });
}

function postmaster(): number {
  return Number(readFileSync(`${service.dataDir}/postgres/data/postmaster.pid`, 'utf8').split('\n')[0]);
}
