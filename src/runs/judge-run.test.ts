import assert from 'node:assert/strict';
import { test } from 'node:test';
import { caps, measuredRun } from '../../test/support/measured-run.ts';
import { withDatabase } from '../../test/support/postgres.ts';
import { runContextFor } from '../../test/support/run-context.ts';
import { until } from '../../test/support/until.ts';
import type { Database } from '../store/database.ts';
import { findRun } from '../store/runs.ts';
import { ownerOf } from './actor.fixture.ts';
import { advanceRun } from './advance-run.ts';
import { createRunViews } from './create-run-views.ts';
import { createRuns } from './create-runs.ts';
import { forceFinish } from './force-finish.ts';
import type { RunContext } from './run-context.ts';

const postgres = withDatabase();

async function finish(database: Database, context: RunContext, runId: string) {
  await database.query(`update executions set state = 'delivered' where run_id = $1`, [runId]);
  return until('the run is finished', async () => {
    await advanceRun(context, runId);
    const run = await findRun(database, runId);
    return run?.phase === 'finished' ? run : undefined;
  });
}

test('evaluates thresholds when the run finishes, and other expressions later', async (t) => {
  const database = await postgres.fresh();
  const context = await runContextFor(t, database);
  const { runId, accountId } = await measuredRun(database, { seconds: 40, failing: 0.05 });
  await database.query(`update runs set fail_if = $2 where id = $1`, [runId, ['p95 > 10s', 'errors > 1%']]);
  const run = await finish(database, context, runId);
  assert.equal(run.passed, false);
  assert.deepEqual(
    run.thresholds?.map(({ expression, passed }) => [expression, passed]),
    [
      ['p95 > 10s', true],
      ['errors > 1%', false],
    ],
  );
  const runs = createRuns(context);
  const view = await runs.get(ownerOf(accountId), runId);
  assert.deepEqual(await runs.judge(view, []), run.thresholds);
  const [tried] = await runs.judge(view, ['p95 > 1ms']);
  const report = await runs.report(view);
  assert.equal(tried?.passed, false);
  assert.equal(tried?.actual, report.total.times.passed?.percentilesMs['95']);
});

test('a label without samples is not evaluated during the run and fails at its end', async (t) => {
  const database = await postgres.fresh();
  const context = await runContextFor(t, database);
  const { runId, accountId } = await measuredRun(database, { seconds: 5 });
  const failIf = ['label("Late").p95 > 1s', 'p95 > 100s'];
  await database.query(`update runs set fail_if = $2 where id = $1`, [runId, failIf]);
  await context.roller.rollRun(runId);
  const runs = createRuns(context);
  const standing = async () => {
    const view = await runs.get(ownerOf(accountId), runId);
    return (await createRunViews(context, caps).page(view, {})).thresholds.map(({ passed }) => passed);
  };
  assert.deepEqual(await standing(), [null, true]);
  await finish(database, context, runId);
  assert.deepEqual(await standing(), [false, true]);
});

test('a run without samples fails its thresholds; a run without thresholds has no result', async (t) => {
  const database = await postgres.fresh();
  const context = await runContextFor(t, database);
  const { runId } = await measuredRun(database, { seconds: 0 });
  await database.query(`update runs set fail_if = $2 where id = $1`, [runId, ['errors > 1%']]);
  assert.equal((await finish(database, context, runId)).passed, false);
  const other = await measuredRun(database, { seconds: 2 });
  assert.equal((await finish(database, context, other.runId)).passed, null);
});

test('an abort rule ends a run when its condition held for its time on all responding nodes', async (t) => {
  const database = await postgres.fresh();
  const nowS = Math.floor(Date.now() / 1000);
  const failing = { seconds: 20, fromS: nowS - 20, failing: 1, nodesPerGrid: 2 };
  const { runId, executions } = await measuredRun(database, failing);
  await database.query(`update runs set load_ended_at = null, phase_at = now() where id = $1`, [runId]);
  await database.query(`update nodes set last_seen_at = now()`);
  const context = await runContextFor(t, database, { heartbeatsForMs: 3_600_000 });
  await context.roller.rollRun(runId);
  const advance = async (...rules: string[]) => {
    await database.query(`update runs set abort_if = $2 where id = $1`, [runId, rules]);
    await advanceRun(context, runId);
    return findRun(database, runId);
  };
  const unmetRules = ['errors > 50% for 20s', 'p95 > 1ms for 5s', 'label("Other").errors > 1% for 1s'];
  const running = await advance(...unmetRules);
  assert.deepEqual([running?.phase, running?.aborted], ['running', null], 'the last second is not complete');

  // A node that has sent less delays the rules, until it stops responding.
  const slow = executions[1]?.executionId;
  const early = `delete from frames where execution_id = $1 and second > $2`;
  await database.query(early, [slow, nowS - 15]);
  assert.equal((await advance('errors > 50% for 10s'))?.phase, 'running');
  await database.query(
    `update nodes set last_seen_at = now() - interval '20 s' where id = (select node_id from executions where id = $1)`,
    [slow],
  );
  const aborted = await advance(...unmetRules, 'label("Home").errors > 50% for 10s');
  assert.equal(aborted?.phase, 'stopping');
  assert.equal(aborted?.aborted?.rule, 'label("Home").errors > 50% for 10s');
  assert.equal(aborted?.aborted?.text, 'label("Home").errors > 50% for 10s (100 % in the last second)');
  assert.deepEqual(aborted?.remoteErrors, []);
  const finished = await finish(database, context, runId);
  assert.deepEqual([finished.passed, finished.thresholds], [false, []]);
});

test('without samples, an abort rule on throughput is met, and others are not', async (t) => {
  const database = await postgres.fresh();
  const fromS = Math.floor(Date.now() / 1000) - 10;
  const { runId } = await measuredRun(database, { seconds: 10, fromS, rate: 0 });
  await database.query(`update runs set load_ended_at = null, phase_at = now() where id = $1`, [runId]);
  await database.query(`update nodes set last_seen_at = now()`);
  const context = await runContextFor(t, database);
  await context.roller.rollRun(runId);
  const silent = ['errors > 1% for 5s', 'apdex < 0.5 for 5s', 'p95 > 1ms for 5s', 'throughput < 1/s for 5s'];
  await database.query(`update runs set abort_if = $2 where id = $1`, [runId, silent]);
  await advanceRun(context, runId);
  const run = await findRun(database, runId);
  assert.equal(run?.aborted?.text, 'throughput < 1/s for 5s (0 /s in the last second)');
});

test('a run that could not be finished normally reports why thresholds were not evaluated', async (t) => {
  const database = await postgres.fresh();
  const context = await runContextFor(t, database);
  const { runId } = await measuredRun(database, { seconds: 2 });
  await database.query(`update runs set fail_if = $2 where id = $1`, [runId, ['errors > 1%']]);
  await forceFinish(context, runId, new Error('out of paper'));
  const run = await findRun(database, runId);
  assert.equal(run?.passed, null);
  assert.match(run?.thresholds?.[0]?.text ?? '', /not evaluated: the run could not be finished normally/);
});
