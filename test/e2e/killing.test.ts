import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sendSignal } from '../../src/lib/process-identity.ts';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { processesBelow } from '../support/processes.ts';
import { awaitStatus, countEverywhere, createRun } from '../support/run.ts';
import type { Json } from '../support/service.ts';
import { useStage } from '../support/stage.ts';
import { until } from '../support/until.ts';

const skip = needs('java', 'maven');
const stage = useStage(skip, {}, { postgres: 'own' });
const { requestsTo } = stage;

/** A run of about 15 seconds, with some of it behind. */
async function startedRun(path: string): Promise<Json> {
  const run = await createRun(stage.service, {
    files: { 'plan.jmx': plan({ port: stage.target.port, path, threads: '4', loops: '300', pauseMs: 50 }) },
  });
  await awaitStatus(stage.service, run.uuid, 'running');
  await until('requests arrive', () => requestsTo(path) > 200);
  return run;
}

async function assertNothingLost(run: Json, path: string): Promise<void> {
  const finished = await awaitStatus(stage.service, run.uuid, 'finished');
  const sent = requestsTo(path);
  assert.deepEqual(await countEverywhere(stage.service, finished), {
    series: sent,
    report: sent,
    csv: sent,
    frames: sent,
  });
}

test('the service killed in the middle of a run loses nothing', { skip }, async () => {
  const run = await startedRun('/');
  await stage.service.kill();
  const before = requestsTo('/');
  await until('the nodes go on without the service', () => requestsTo('/') > before + 50, 20_000);
  await stage.service.start();
  await assertNothingLost(run, '/');
  assert.equal(requestsTo('/'), 1200);
});

test('an agent killed in the middle of a run loses nothing', { skip }, async () => {
  const run = await startedRun('/search');
  for (const pid of processesBelow(stage.service.dataDir, 'main.ts', 'agent')) sendSignal(pid, 'SIGKILL');
  await assertNothingLost(run, '/search');
  assert.equal(requestsTo('/search'), 1200);
});

test('PostgreSQL killed in the middle of a run loses nothing', { skip }, async () => {
  const run = await startedRun('/product');
  const postmaster = Number(
    readFileSync(`${stage.service.dataDir}/postgres/data/postmaster.pid`, 'utf8').split('\n')[0],
  );
  process.kill(postmaster, 'SIGKILL');
  await assertNothingLost(run, '/product');
  assert.equal(requestsTo('/product'), 1200);
});

test('a tool killed in the middle of a run ends it with the numbers so far and says so', {
  skip,
}, async () => {
  const run = await startedRun('/cart');
  const tools = processesBelow(stage.service.dataDir, 'java');
  assert.ok(tools.length > 0);
  for (const pid of tools) sendSignal(pid, 'SIGKILL');
  const finished = await awaitStatus(stage.service, run.uuid, 'finished');
  assert.ok(finished.remote_errors.length > 0);
  const { reconciliation } = await stage.service.json(`/runs/${run.uuid}/report`);
  // What JMeter had in flight or in memory when it was killed never was a sample; the target saw at most those more.
  assert.equal(reconciliation.produced, reconciliation.reported);
  const sent = requestsTo('/cart');
  assert.ok(
    reconciliation.reported > 0 && sent - reconciliation.reported <= 8,
    `${sent} sent, ${reconciliation.reported} reported`,
  );
});
