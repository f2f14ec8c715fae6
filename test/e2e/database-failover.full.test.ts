import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHeldTarget } from '../support/held-target.ts';
import { plan } from '../support/plan.ts';
import { startReplicatedPostgres } from '../support/replicated-postgres.ts';
import { awaitStatus, countEverywhere, createRun } from '../support/run.ts';
import { startService } from '../support/service.ts';
import { until } from '../support/until.ts';

test('a run continues when the primary is killed and the standby is promoted', async (t) => {
  const postgres = await startReplicatedPostgres(t);
  const service = await startService({ DATABASE_URL: postgres.url }, { postgres: 'own' });
  t.after(() => service.close());
  const target = await startHeldTarget({ latencyMs: 5, allowed: 60 });
  t.after(() => target.stop());
  const content = plan({ port: target.port, threads: '2', loops: '250', pauseMs: 20 });
  const run = await createRun(service, { files: { 'plan.jmx': content } });
  await until('samples are stored', async () => {
    const series = await service.json(`/runs/${run.uuid}/series?resolution=1`);
    return series.points.length > 0;
  });

  await postgres.killPrimary();
  target.allow('/', 300);
  await until('the run continues without a database', () => target.requestsTo('/') > 300);
  await postgres.promoteStandby();
  await until('the service uses the promoted standby', async () => (await service.fetch('/account')).ok);
  target.allow('/', Number.POSITIVE_INFINITY);

  const finished = await awaitStatus(service, run.uuid, 'finished');
  assert.equal(finished.remote_errors, null);
  assert.deepEqual(await countEverywhere(service, finished), {
    series: 500,
    report: 500,
    csv: 500,
    frames: 500,
  });
  assert.equal(target.requestsTo('/'), 500);

  const next = await createRun(service, { files: { 'plan.jmx': content } });
  const done = await awaitStatus(service, next.uuid, 'finished');
  assert.deepEqual(await countEverywhere(service, done), { series: 500, report: 500, csv: 500, frames: 500 });
});
