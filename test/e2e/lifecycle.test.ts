// biome-ignore-all lint/suspicious/noTemplateCurlyInString: JMeter writes its functions this way.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTarget, steadyPages, type Target } from '../../src/cli/demo/target.ts';
import { sql } from '../support/database.ts';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { processesBelow } from '../support/processes.ts';
import { awaitStatus, countEverywhere, createRun, demandGrid } from '../support/run.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const skip = needs('java', 'maven');
let service: TestService;
let target: Target;

before(async () => {
  if (skip) return;
  target = await startTarget(steadyPages);
  service = await startService({ SPATE_GRID_EXECUTIONS: '1', SPATE_LOCAL_EXECUTIONS: '3' });
});
after(async () => {
  await service?.close();
  await target?.stop();
});

function requestsTo(path: string): number {
  return target.counts()[path]?.requests ?? 0;
}

/** A plan that goes on for ten minutes unless it is stopped. */
function longPlan(path: string): string {
  return plan({ port: target.port, path, threads: '2', loops: '-1', duration: '600', pauseMs: 20 });
}

test('stop answers when the run is finished, and keeps every number', { skip }, async () => {
  const run = await createRun(service, { files: { 'plan.jmx': longPlan('/') } });
  await until('requests arrive', 120_000, () => requestsTo('/') > 50);
  const stopped = await service.json(`/runs/${run.uuid}/stop`);
  assert.equal(stopped.status, 'finished');
  assert.ok(stopped.stopped);
  assert.equal(stopped.remote_errors, null);
  const sent = requestsTo('/');
  assert.deepEqual(await countEverywhere(service, stopped), {
    series: sent,
    report: sent,
    csv: sent,
    frames: sent,
  });
  assert.deepEqual(processesBelow(service.dataDir, 'java'), []);
});

test('a grid takes as many runs as its limit and the next waits as queued, in order', { skip }, async () => {
  const first = await createRun(service, { files: { 'plan.jmx': longPlan('/search') } });
  const second = await createRun(service, {
    files: { 'plan.jmx': plan({ port: target.port, path: '/product' }) },
  });
  const third = await createRun(service, {
    files: { 'plan.jmx': plan({ port: target.port, path: '/product' }) },
  });
  await until('requests of the first arrive', 120_000, () => requestsTo('/search') > 10);
  for (const run of [second, third]) assert.equal((await service.json(`/runs/${run.uuid}`)).status, 'queued');
  assert.equal((await service.json(`/runs/${third.uuid}/stop`)).status, 'finished');
  await service.json(`/runs/${first.uuid}/stop`);
  const finished = await awaitStatus(service, second.uuid, 'finished');
  assert.equal(finished.remote_errors, null);
  assert.equal(requestsTo('/product'), 10);
});

test('ending a grid under a run ends the run in order, then the grid is invoiced', { skip }, async () => {
  const run = await createRun(service, { grids: demandGrid(2), files: { 'plan.jmx': longPlan('/cart') } });
  const gridId = run._embedded.grids[0].uuid;
  await until('requests arrive', 120_000, () => requestsTo('/cart') > 20);
  const deleted = await service.json(`/grids/${gridId}`, { method: 'DELETE' });
  assert.equal(deleted.status, 'stopped');
  assert.deepEqual(
    deleted.resources.map((node: { state: string }) => node.state),
    ['stopping', 'stopping'],
  );
  const finished = await awaitStatus(service, run.uuid, 'finished');
  assert.match(finished.remote_errors.join(' '), /was ended while the run was on it/);
  const sent = requestsTo('/cart');
  assert.deepEqual(await countEverywhere(service, finished), {
    series: sent,
    report: sent,
    csv: sent,
    frames: sent,
  });
  await until(
    'the grid is invoiced',
    90_000,
    async () => (await service.json(`/grids/${gridId}`)).status === 'invoiced',
  );
  const usage = await service.json('/usage');
  assert.match(JSON.stringify(usage), new RegExp(gridId));
});

test('a grid whose stop_after is over while the service is down ends when it is back', { skip }, async () => {
  const run = await createRun(service, {
    grids: demandGrid(1),
    files: { 'plan.jmx': longPlan('/checkout') },
  });
  const gridId = run._embedded.grids[0].uuid;
  await until('requests arrive', 120_000, () => requestsTo('/checkout') > 20);
  await sql(service, `update grids set ends_at = now() where id = $1`, [gridId]);
  await service.kill();
  await service.start();
  const finished = await awaitStatus(service, run.uuid, 'finished');
  assert.match(finished.remote_errors.join(' '), /reached its stop_after of 15 minutes/);
  await until(
    'the grid is invoiced',
    90_000,
    async () => (await service.json(`/grids/${gridId}`)).status === 'invoiced',
  );
});

test('a repeat runs the same files with the same parameters', { skip }, async () => {
  const before = requestsTo('/');
  const run = await createRun(service, {
    fields: { 'run[threads]': '3', 'run[name]': 'Again' },
    files: { 'plan.jmx': plan({ port: target.port, path: '/', loops: '5' }) },
  });
  await awaitStatus(service, run.uuid, 'finished');
  const again = await service.json(`/runs/${run.uuid}/repeat`);
  assert.notEqual(again.uuid, run.uuid);
  assert.equal(again.status, 'queued');
  assert.equal(again.threads, 3);
  await awaitStatus(service, again.uuid, 'finished');
  assert.equal(requestsTo('/') - before, 2 * 3 * 5);
});

test('a request that alone exceeds the machine is refused with how many it can carry', async () => {
  if (skip) return;
  const form = new FormData();
  form.append('run[tool]', 'jmeter');
  for (const [name, value] of demandGrid(4)) form.append(`run[grids][][${name}]`, value);
  form.append('run_files[]', new Blob([plan({ port: 9 })]), 'plan.jmx');
  const answer = await service.fetch('/runs', { method: 'POST', body: form });
  assert.equal(answer.status, 422);
  assert.match(((await answer.json()) as { error: string }).error, /this machine can carry 3 at once/);
});

test('a plan that cannot start says why, and fails a pipeline', { skip }, async () => {
  const broken = plan({ port: target.port }).replace(
    '</hashTree>',
    '<CSVDataSet guiclass="TestBeanGUI" testclass="CSVDataSet" testname="Data"><stringProp name="filename">${__P(nothing,)}missing.csv</stringProp><stringProp name="variableNames">a</stringProp></CSVDataSet><hashTree/></hashTree>',
  );
  const run = await createRun(service, { files: { 'plan.jmx': broken } });
  const finished = await awaitStatus(service, run.uuid, 'finished');
  assert.match(String(finished.remote_errors), /missing\.csv/);
  assert.equal(finished.error_rate, 100);
  const report = await service.json(`/runs/${run.uuid}/report`);
  assert.equal(report.mean_error_rate, 100);
});
