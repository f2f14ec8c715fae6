import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needs } from '../support/needs.ts';
import { plan } from '../support/plan.ts';
import { awaitStatus, countEverywhere, createRun, demandGrid } from '../support/run.ts';
import { useStage } from '../support/stage.ts';

const skip = needs('java', 'maven');
const stage = useStage(skip);
const { requestsTo } = stage;

test('with one node, target, series, report, CSV and archive count the same', { skip }, async () => {
  const run = await createRun(stage.service, {
    files: { 'plan.jmx': plan({ port: stage.target.port, path: '/', threads: '4', loops: '250' }) },
  });
  const finished = await awaitStatus(stage.service, run.uuid, 'finished');
  assert.equal(finished.remote_errors, null);
  const sent = requestsTo('/');
  assert.equal(sent, 1000);
  assert.deepEqual(await countEverywhere(stage.service, finished), {
    series: sent,
    report: sent,
    csv: sent,
    frames: sent,
  });
  const report = await stage.service.json(`/runs/${run.uuid}/report`);
  const { reconciliation } = report;
  for (const step of ['produced', 'framed', 'received', 'stored', 'reported'])
    assert.equal(reconciliation[step], sent, step);
  assert.equal(reconciliation.is_complete, true);
});

test('with three nodes, target, series, report, CSV and archives count the same', { skip }, async () => {
  const run = await createRun(stage.service, {
    fields: { 'run[threads]': '3' },
    grids: demandGrid(3),
    files: { 'plan.jmx': plan({ port: stage.target.port, path: '/cart', loops: '200' }) },
  });
  assert.equal(run.status, 'queued');
  assert.equal(run._embedded.grids[0].status, 'starting');
  const finished = await awaitStatus(stage.service, run.uuid, 'finished');
  assert.equal(finished.remote_errors, null);
  const sent = requestsTo('/cart');
  assert.equal(sent, 3 * 3 * 200);
  assert.equal(finished._embedded.archives.length, 3);
  assert.deepEqual(await countEverywhere(stage.service, finished), {
    series: sent,
    report: sent,
    csv: sent,
    frames: sent,
  });
  const { reconciliation } = await stage.service.json(`/runs/${run.uuid}/report`);
  assert.equal(reconciliation.is_complete, true);
  assert.ok(reconciliation.start_spread_ms !== null);
});
