import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measuredRun } from '../../test/support/measured-run.ts';
import { withDatabase } from '../../test/support/postgres.ts';
import { runContextFor } from '../../test/support/run-context.ts';
import { until } from '../../test/support/until.ts';
import { ownerOf } from './actor.fixture.ts';
import { advanceRun } from './advance-run.ts';
import { createRuns } from './create-runs.ts';

const postgres = withDatabase();

test('finds runs by text, tag, project, tool and state; trends contain the figures of the reports', async (t) => {
  const database = await postgres.fresh();
  const context = await runContextFor(t, database);
  const runs = createRuns(context);
  const made: string[] = [];
  let accountId = 0;
  let projectId = 0;
  for (const [name, tags, failIf, seconds] of [
    ['Nightly 100%', ['night', 'ci'], ['errors > 90%'], 4],
    ['Smoke_test', ['ci'], ['count < 1000000'], 4],
    ['Empty', [], [], 0],
    ['Going', ['ci'], [], 2],
  ] as const) {
    const rows = await measuredRun(database, { seconds });
    accountId ||= rows.accountId;
    projectId ||= rows.projectId;
    made.push(rows.runId);
    await database.query(
      `update runs set name = $2, tags = $3, fail_if = $4, account_id = $5, project_id = case when $2 = 'Empty' then project_id else $6 end where id = $1`,
      [rows.runId, name, tags, failIf, accountId, projectId],
    );
    if (name === 'Going') continue;
    await database.query(`update executions set state = 'delivered' where run_id = $1`, [rows.runId]);
    await until('it is finished', async () => {
      await advanceRun(context, rows.runId);
      const [run] = await database.query<{ phase: string }>('select phase from runs where id = $1', [
        rows.runId,
      ]);
      return run?.phase === 'finished';
    });
  }
  await database.query(`update projects set name = 'Shop' where id = $1`, [projectId]);
  const actor = ownerOf(accountId);
  const names = async (filter: object) => (await runs.list(actor, 1, filter)).runs.map(({ run }) => run.name);
  assert.deepEqual(await names({}), ['Going', 'Empty', 'Smoke_test', 'Nightly 100%']);
  assert.deepEqual(await names({ search: 'NIGHT' }), ['Nightly 100%']);
  assert.deepEqual(await names({ search: '%' }), ['Nightly 100%']);
  assert.deepEqual(await names({ search: '_' }), ['Smoke_test']);
  assert.deepEqual(await names({ search: made[0] }), ['Nightly 100%']);
  assert.deepEqual(await names({ tag: 'ci' }), ['Going', 'Smoke_test', 'Nightly 100%']);
  assert.deepEqual(await names({ project: 'Shop', tool: 'jmeter' }), ['Going', 'Smoke_test', 'Nightly 100%']);
  assert.deepEqual(await names({ tool: 'gatling' }), []);
  assert.deepEqual(await names({ state: 'running' }), ['Going']);
  assert.deepEqual(await names({ state: 'finished', tag: 'ci' }), ['Smoke_test', 'Nightly 100%']);
  assert.deepEqual(await names({ state: 'passed' }), ['Nightly 100%']);
  assert.deepEqual(await names({ state: 'failed' }), ['Smoke_test']);
  assert.equal((await runs.list(actor, 1, { tag: 'ci' })).total, 3);

  const trend = await runs.trend(actor, { project: 'Shop' });
  assert.deepEqual(
    trend.rows.map(({ name, passed }) => [name, passed]),
    [
      ['Nightly 100%', true],
      ['Smoke_test', false],
    ],
  );
  const report = await runs.report(await runs.get(actor, made[0] ?? ''));
  const { label: _label, ...figures } = report.total;
  assert.deepEqual(trend.rows[0]?.figures, {
    label: '',
    ...figures,
    durationS: report.durationS,
    maxUsers: report.maxConcurrency,
    errorRatePercent: report.meanErrorRatePercent,
    apdex: '1.0 [4000]',
  });

  const inList = async () => (await runs.list(actor, 1, { tag: 'ci' })).runs.map((each) => each.figures);
  await until('all samples of the running run are rolled up', async () => {
    return (await inList())[0]?.total?.passed === 40;
  });
  const listed = await inList();
  assert.deepEqual(listed[1], {
    total: report.total,
    errorRatePercent: report.meanErrorRatePercent,
    meanResponseTimeMs: report.meanResponseTimeMs,
    apdex: '1.0 [4000]',
  });
  // Rows of earlier versions lack some figures, which are read from the reports.
  await database.query(`update runs set figures = figures - 'apdex' - 'errorRatePercent'`);
  assert.deepEqual(await inList(), listed);
});
