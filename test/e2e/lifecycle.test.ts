import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../support/database.ts';
import { type Engine, enginesOfSuite, needsOfEngine } from '../support/engines.ts';
import { plan } from '../support/plan.ts';
import { engineProcess, java, processesBelow } from '../support/processes.ts';
import { awaitStatus, countEverywhere, createRun, demandGrid } from '../support/run.ts';
import type { Json } from '../support/service.ts';
import { useStage } from '../support/stage.ts';
import { isFullSuite } from '../support/suite.ts';
import { until } from '../support/until.ts';

const stage = useStage(
  false,
  { SPATE_GRID_EXECUTIONS: '1', SPATE_LOCAL_EXECUTIONS: '3' },
  { postgres: 'own' },
);

/** A plan that runs for ten minutes unless it is stopped. */
function longPlan(path: string): string {
  return plan({ port: stage.target.port, path, threads: '2', loops: '-1', duration: '600', pauseMs: 20 });
}

/** Creates a run on the engine. `seen` counts requests under its path from now on. */
async function createRunOn(
  engine: Engine,
  path: string,
  content: string,
  more: { grids?: [string, string][]; fields?: Record<string, string> } = {},
): Promise<{ run: Json; seen: () => number }> {
  const before = stage.requestsTo(path);
  const run = await createRun(stage.service, {
    ...more,
    fields: { ...more.fields, 'run[engine]': engine },
    files: { 'plan.jmx': content },
  });
  assert.equal(run.engine, engine);
  return { run, seen: () => stage.requestsTo(path) - before };
}

async function assertCounted(run: Json, sent: number): Promise<void> {
  assert.deepEqual(await countEverywhere(stage.service, run), {
    series: sent,
    report: sent,
    csv: sent,
    frames: sent,
  });
}

async function untilInvoiced(gridId: string): Promise<void> {
  await until(
    'the grid is invoiced',
    async () => (await stage.service.json(`/grids/${gridId}`)).status === 'invoiced',
  );
}

for (const engine of enginesOfSuite) {
  const skip = needsOfEngine(engine);

  test(`${engine}: stop returns when the run is finished, and keeps every sample`, { skip }, async () => {
    const { run, seen } = await createRunOn(engine, '/', longPlan('/'));
    await until('requests arrive', () => seen() > 50);
    const tool = engine === 'apache' ? java : engineProcess;
    assert.equal(processesBelow(stage.service.dataDir, tool).length, 1);
    const stopped = await stage.service.json(`/runs/${run.uuid}/stop`);
    assert.equal(stopped.status, 'finished');
    assert.ok(stopped.stopped);
    assert.equal(stopped.remote_errors, null);
    await assertCounted(stopped, seen());
    assert.deepEqual(processesBelow(stage.service.dataDir, tool), []);
  });

  test(`${engine}: a plan that cannot start reports the reason, and fails a pipeline`, { skip }, async () => {
    const broken = plan({ port: stage.target.port }).replace(
      '</hashTree>',
      '<CSVDataSet guiclass="TestBeanGUI" testclass="CSVDataSet" testname="Data"><stringProp name="filename">${__P(nothing,)}missing.csv</stringProp><stringProp name="variableNames">a</stringProp></CSVDataSet><hashTree/></hashTree>',
    );
    const { run } = await createRunOn(engine, '/', broken);
    const finished = await awaitStatus(stage.service, run.uuid, 'finished');
    assert.match(String(finished.remote_errors), /missing\.csv/);
    assert.equal(finished.error_rate, 100);
    const report = await stage.service.json(`/runs/${run.uuid}/report`);
    assert.equal(report.mean_error_rate, 100);
  });

  test(`${engine}: a grid executes runs up to its limit, and further runs are queued in order`, {
    skip,
  }, async () => {
    const shortPlan = plan({ port: stage.target.port, path: '/product' });
    const { run: first, seen: seenOfFirst } = await createRunOn(engine, '/search', longPlan('/search'));
    const { run: second, seen } = await createRunOn(engine, '/product', shortPlan);
    const { run: third } = await createRunOn(engine, '/product', shortPlan);
    await until('requests of the first arrive', () => seenOfFirst() > 10);
    for (const run of [second, third])
      assert.equal((await stage.service.json(`/runs/${run.uuid}`)).status, 'queued');
    assert.equal((await stage.service.json(`/runs/${third.uuid}/stop`)).status, 'finished');
    await stage.service.json(`/runs/${first.uuid}/stop`);
    const finished = await awaitStatus(stage.service, second.uuid, 'finished');
    assert.equal(finished.remote_errors, null);
    assert.equal(seen(), 10);
  });

  test(`${engine}: terminating a grid stops its run gracefully, then the grid is invoiced`, {
    skip,
  }, async () => {
    const { run, seen } = await createRunOn(engine, '/cart', longPlan('/cart'), { grids: demandGrid(2) });
    const gridId = run._embedded.grids[0].uuid;
    await until('requests arrive', () => seen() > 20);
    const deleted = await stage.service.json(`/grids/${gridId}`, { method: 'DELETE' });
    assert.equal(deleted.status, 'stopped');
    assert.deepEqual(
      deleted.resources.map((node: { state: string }) => node.state),
      ['stopping', 'stopping'],
    );
    const finished = await awaitStatus(stage.service, run.uuid, 'finished');
    assert.match(finished.remote_errors.join(' '), /was terminated during the run/);
    await assertCounted(finished, seen());
    await untilInvoiced(gridId);
    const usage = await stage.service.json('/usage');
    assert.match(JSON.stringify(usage), new RegExp(gridId));
  });

  if (isFullSuite()) {
    test(`${engine}: a grid whose stop_after passes while the service is down ends when it is back`, {
      skip,
    }, async () => {
      const { run, seen } = await createRunOn(engine, '/checkout', longPlan('/checkout'), {
        grids: demandGrid(1),
      });
      const gridId = run._embedded.grids[0].uuid;
      await until('requests arrive', () => seen() > 20);
      await sql(stage.service, `update grids set ends_at = now() where id = $1`, [gridId]);
      await stage.service.kill();
      await stage.service.start();
      const finished = await awaitStatus(stage.service, run.uuid, 'finished');
      assert.match(finished.remote_errors.join(' '), /reached its stop_after of 15 minutes/);
      await untilInvoiced(gridId);
    });
  }

  test(`${engine}: a repeat uses the same files, parameters and engine`, {
    skip,
  }, async () => {
    const content = plan({ port: stage.target.port, path: '/', loops: '5' });
    const { run, seen } = await createRunOn(engine, '/', content, {
      fields: { 'run[threads]': '3', 'run[name]': 'Again' },
    });
    await awaitStatus(stage.service, run.uuid, 'finished');
    const again = await stage.service.json(`/runs/${run.uuid}/repeat`);
    assert.notEqual(again.uuid, run.uuid);
    assert.equal(again.status, 'queued');
    assert.deepEqual([again.threads, again.engine], [3, engine]);
    await awaitStatus(stage.service, again.uuid, 'finished');
    assert.equal(seen(), 2 * 3 * 5);
  });
}

test('a request above the capacity of the machine is rejected with the maximum', async () => {
  const form = new FormData();
  form.append('run[tool]', 'jmeter');
  for (const [name, value] of demandGrid(4)) form.append(`run[grids][][${name}]`, value);
  form.append('run_files[]', new Blob([plan({ port: 9 })]), 'plan.jmx');
  const answer = await stage.service.fetch('/runs', { method: 'POST', body: form });
  assert.equal(answer.status, 422);
  assert.match(
    ((await answer.json()) as { error: string }).error,
    /this machine runs at most 3 executions at once/,
  );
});
