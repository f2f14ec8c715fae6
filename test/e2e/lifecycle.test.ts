import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../support/database.ts';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { processesBelow } from '../support/processes.ts';
import { awaitStatus, countEverywhere, createRun, demandGrid } from '../support/run.ts';
import { useStage } from '../support/stage.ts';
import { until } from '../support/until.ts';

const skip = needs('java', 'maven');
const environment = { SPATE_GRID_EXECUTIONS: '1', SPATE_LOCAL_EXECUTIONS: '3' };
const stage = useStage(skip, environment, { postgres: 'own' });
const { requestsTo } = stage;

/** A plan that goes on for ten minutes unless it is stopped. */
function longPlan(path: string): string {
  return plan({ port: stage.target.port, path, threads: '2', loops: '-1', duration: '600', pauseMs: 20 });
}

test('stop answers when the run is finished, and keeps every number', { skip }, async () => {
  const run = await createRun(stage.service, { files: { 'plan.jmx': longPlan('/') } });
  await until('requests arrive', () => requestsTo('/') > 50, 120_000);
  const stopped = await stage.service.json(`/runs/${run.uuid}/stop`);
  assert.equal(stopped.status, 'finished');
  assert.ok(stopped.stopped);
  assert.equal(stopped.remote_errors, null);
  const sent = requestsTo('/');
  assert.deepEqual(await countEverywhere(stage.service, stopped), {
    series: sent,
    report: sent,
    csv: sent,
    frames: sent,
  });
  assert.deepEqual(processesBelow(stage.service.dataDir, 'java'), []);
});

test('a grid takes as many runs as its limit and the next waits as queued, in order', { skip }, async () => {
  const first = await createRun(stage.service, { files: { 'plan.jmx': longPlan('/search') } });
  const second = await createRun(stage.service, {
    files: { 'plan.jmx': plan({ port: stage.target.port, path: '/product' }) },
  });
  const third = await createRun(stage.service, {
    files: { 'plan.jmx': plan({ port: stage.target.port, path: '/product' }) },
  });
  await until('requests of the first arrive', () => requestsTo('/search') > 10, 120_000);
  for (const run of [second, third])
    assert.equal((await stage.service.json(`/runs/${run.uuid}`)).status, 'queued');
  assert.equal((await stage.service.json(`/runs/${third.uuid}/stop`)).status, 'finished');
  await stage.service.json(`/runs/${first.uuid}/stop`);
  const finished = await awaitStatus(stage.service, second.uuid, 'finished');
  assert.equal(finished.remote_errors, null);
  assert.equal(requestsTo('/product'), 10);
});

test('ending a grid under a run ends the run in order, then the grid is invoiced', { skip }, async () => {
  const run = await createRun(stage.service, {
    grids: demandGrid(2),
    files: { 'plan.jmx': longPlan('/cart') },
  });
  const gridId = run._embedded.grids[0].uuid;
  await until('requests arrive', () => requestsTo('/cart') > 20, 120_000);
  const deleted = await stage.service.json(`/grids/${gridId}`, { method: 'DELETE' });
  assert.equal(deleted.status, 'stopped');
  assert.deepEqual(
    deleted.resources.map((node: { state: string }) => node.state),
    ['stopping', 'stopping'],
  );
  const finished = await awaitStatus(stage.service, run.uuid, 'finished');
  assert.match(finished.remote_errors.join(' '), /was ended while the run was on it/);
  const sent = requestsTo('/cart');
  assert.deepEqual(await countEverywhere(stage.service, finished), {
    series: sent,
    report: sent,
    csv: sent,
    frames: sent,
  });
  await until(
    'the grid is invoiced',
    async () => (await stage.service.json(`/grids/${gridId}`)).status === 'invoiced',
    90_000,
  );
  const usage = await stage.service.json('/usage');
  assert.match(JSON.stringify(usage), new RegExp(gridId));
});

test('a grid whose stop_after is over while the service is down ends when it is back', { skip }, async () => {
  const run = await createRun(stage.service, {
    grids: demandGrid(1),
    files: { 'plan.jmx': longPlan('/checkout') },
  });
  const gridId = run._embedded.grids[0].uuid;
  await until('requests arrive', () => requestsTo('/checkout') > 20, 120_000);
  await sql(stage.service, `update grids set ends_at = now() where id = $1`, [gridId]);
  await stage.service.kill();
  await stage.service.start();
  const finished = await awaitStatus(stage.service, run.uuid, 'finished');
  assert.match(finished.remote_errors.join(' '), /reached its stop_after of 15 minutes/);
  await until(
    'the grid is invoiced',
    async () => (await stage.service.json(`/grids/${gridId}`)).status === 'invoiced',
    90_000,
  );
});

test('a repeat runs the same files with the same parameters', { skip }, async () => {
  const before = requestsTo('/');
  const run = await createRun(stage.service, {
    fields: { 'run[threads]': '3', 'run[name]': 'Again' },
    files: { 'plan.jmx': plan({ port: stage.target.port, path: '/', loops: '5' }) },
  });
  await awaitStatus(stage.service, run.uuid, 'finished');
  const again = await stage.service.json(`/runs/${run.uuid}/repeat`);
  assert.notEqual(again.uuid, run.uuid);
  assert.equal(again.status, 'queued');
  assert.equal(again.threads, 3);
  await awaitStatus(stage.service, again.uuid, 'finished');
  assert.equal(requestsTo('/') - before, 2 * 3 * 5);
});

test('a request that alone exceeds the machine is refused with how many it can carry', async () => {
  if (skip) return;
  const form = new FormData();
  form.append('run[tool]', 'jmeter');
  for (const [name, value] of demandGrid(4)) form.append(`run[grids][][${name}]`, value);
  form.append('run_files[]', new Blob([plan({ port: 9 })]), 'plan.jmx');
  const answer = await stage.service.fetch('/runs', { method: 'POST', body: form });
  assert.equal(answer.status, 422);
  assert.match(((await answer.json()) as { error: string }).error, /this machine can carry 3 at once/);
});

test('a plan that cannot start says why, and fails a pipeline', { skip }, async () => {
  const broken = plan({ port: stage.target.port }).replace(
    '</hashTree>',
    '<CSVDataSet guiclass="TestBeanGUI" testclass="CSVDataSet" testname="Data"><stringProp name="filename">${__P(nothing,)}missing.csv</stringProp><stringProp name="variableNames">a</stringProp></CSVDataSet><hashTree/></hashTree>',
  );
  const run = await createRun(stage.service, { files: { 'plan.jmx': broken } });
  const finished = await awaitStatus(stage.service, run.uuid, 'finished');
  assert.match(String(finished.remote_errors), /missing\.csv/);
  assert.equal(finished.error_rate, 100);
  const report = await stage.service.json(`/runs/${run.uuid}/report`);
  assert.equal(report.mean_error_rate, 100);
});
