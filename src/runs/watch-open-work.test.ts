import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows } from '../../test/support/rows.ts';
import { runContextFor } from '../../test/support/run-context.ts';
import { until } from '../../test/support/until.ts';
import { advanceRunJob } from '../domain/jobs.ts';
import { silentLog } from '../lib/log.ts';
import { executionsOfRun } from '../store/executions.ts';
import { onJob, startWorker } from '../store/jobs.ts';
import { findRun } from '../store/runs.ts';
import { advanceRun } from './advance-run.ts';
import { scheduleAdvance } from './run-signals.ts';
import { viewRuns } from './run-view.ts';
import { reviveOpenWork } from './watch-open-work.ts';

const postgres = withDatabase();

test('reschedules open runs and grids whose job is missing, failed or overdue', async () => {
  const database = await postgres.fresh();
  const { runId, executions } = await insertRunRows(database);
  const due = async (key: string) => {
    const [job] = await database.query<{ isDue: boolean }>(
      `select run_at <= now() and attempts < max_attempts as "isDue" from graphile_worker.jobs where key = $1`,
      [key],
    );
    return job?.isDue ?? false;
  };
  const keys = [`run:${runId}`, `grid:${executions[0]?.gridId}`];
  for (const spoil of [
    `delete from graphile_worker._private_jobs`,
    `update graphile_worker._private_jobs set attempts = max_attempts`,
    `update graphile_worker._private_jobs set run_at = now() + interval '6 hours', attempts = 12`,
  ]) {
    await database.query(spoil);
    for (const key of keys) assert.equal(await due(key), false);
    await reviveOpenWork(database);
    for (const key of keys) assert.equal(await due(key), true, spoil);
  }
});

test('keeps a job that is due soon', async () => {
  const database = await postgres.fresh();
  const { runId } = await insertRunRows(database);
  const soon = new Date(Date.now() + 5_000);
  await scheduleAdvance(database, runId, soon);
  await reviveOpenWork(database);
  const [job] = await database.query<{ run_at: Date }>(
    'select run_at from graphile_worker.jobs where key = $1',
    [`run:${runId}`],
  );
  assert.equal(job?.run_at.getTime(), soon.getTime());
});

test('finishes a run whose steps keep failing, with the reason', async (t) => {
  const database = await postgres.fresh();
  const { runId } = await insertRunRows(database);
  const context = await runContextFor(t, database);
  // The whole-run roll-up is corrupt, so no report can be computed.
  await database.query(
    `insert into rollups (run_id, grid_id, span_s, start_s, payload) values ($1, '', 0, 0, 'nonsense')`,
    [runId],
  );
  await database.query(`update runs set stop_requested_at = now()`);
  await database.query(`update executions set state = 'delivered'`);
  await scheduleAdvance(database, runId);
  const worker = await startWorker({
    database,
    log: silentLog,
    concurrency: 1,
    handlers: [onJob(advanceRunJob, (payload) => advanceRun(context, payload.runId))],
  });
  t.after(() => worker.stop());
  const run = await until('the run is finished', async () => {
    await database.query(`update graphile_worker._private_jobs set run_at = now() where locked_at is null`);
    const now = await findRun(database, runId);
    return now?.phase === 'finished' ? now : undefined;
  });
  assert.match(run.remoteErrors.join(' '), /could not be finished normally: A roll-up cannot be read/);
  const [view] = await viewRuns(context, [run]);
  assert.equal(view?.status, 'finished');
  assert.equal(view?.figures?.errorRatePercent, 100);
  assert.deepEqual(
    (await executionsOfRun(database, runId)).map(({ want }) => want),
    ['forget'],
  );
});
