import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows } from '../../test/support/rows.ts';
import { retentionJob, traceRunJob } from '../domain/jobs.ts';
import { addJob } from './jobs.ts';
import { readServiceFigures } from './service-figures.ts';

const postgres = withDatabase();
const aMinuteMs = 60_000;

test('reads zeros from an empty database', async () => {
  const database = await postgres.fresh();
  assert.deepEqual(await readServiceFigures(database, 5_000), {
    runs: {},
    nodes: {},
    grids: {},
    jobs: {},
    oldestDueJobS: 0,
    longestJobS: 0,
    dirtyRollups: 0,
    oldestDirtyRollupS: 0,
    spoolBytes: 0,
    framesWaiting: 0,
  });
});

test('counts open work by state, with ages', async () => {
  const database = await postgres.fresh();
  const { runId, executions } = await insertRunRows(database, { grids: 2, nodesPerGrid: 2 });
  const ended = await insertRunRows(database);
  await database.query(`update runs set phase = 'finished' where id = $1`, [ended.runId]);
  await database.query(`update nodes set state = 'ended' where id = $1`, [ended.executions[0]?.nodeId]);
  await database.query(`update grids set status = 'invoiced' where id = $1`, [ended.executions[0]?.gridId]);
  await database.query(
    `update nodes set state = 'lost', vitals = '{"spoolBytes": 1000, "framesWaiting": 3}' where id = $1`,
    [executions[0]?.nodeId],
  );
  await database.query(`update nodes set vitals = '{"spoolBytes": 500, "framesWaiting": 0}' where id = $1`, [
    executions[1]?.nodeId,
  ]);
  await database.query(
    `insert into dirty_rollups values ($1, 1, 7, now() - interval '2 minutes'), ($1, 15, 0, now())`,
    [runId],
  );
  await addJob(database, traceRunJob, { runId }, new Date(Date.now() - aMinuteMs));
  await addJob(database, traceRunJob, { runId: ended.runId }, new Date(Date.now() - aMinuteMs));
  await addJob(database, retentionJob, {}, new Date(Date.now() + aMinuteMs));
  await database.query(`update graphile_worker._private_jobs set attempts = max_attempts where key = $1`, [
    traceRunJob.key({ runId: ended.runId }),
  ]);

  const { oldestDueJobS, oldestDirtyRollupS, ...counts } = await readServiceFigures(database, 5_000);
  assert.deepEqual(counts, {
    runs: { running: 1 },
    nodes: { lost: 1, running: 3 },
    grids: { started: 2 },
    jobs: { due: 1, scheduled: 1, failed: 1 },
    longestJobS: 0,
    dirtyRollups: 2,
    spoolBytes: 1500,
    framesWaiting: 3,
  });
  assert.ok(oldestDueJobS > 55 && oldestDueJobS < 600, `${oldestDueJobS} s`);
  assert.ok(oldestDirtyRollupS >= 120 && oldestDirtyRollupS < 600, `${oldestDirtyRollupS} s`);
});
