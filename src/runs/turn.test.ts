import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows } from '../../test/support/rows.ts';
import { runContextFor } from '../../test/support/run-context.ts';
import { findRun } from '../store/runs.ts';
import { advanceRun } from './advance-run.ts';

const postgres = withDatabase();

test('starts a run above a lowered capacity when it is alone', async (t) => {
  const database = await postgres.fresh();
  const { runId } = await insertRunRows(database, { nodesPerGrid: 2 });
  const { runId: other } = await insertRunRows(database);
  await database.query(`update nodes set joined_at = now(), last_seen_at = now()`);
  await database.query(`delete from executions where run_id = $1`, [runId]);
  await database.query(`update runs set phase = 'waiting_for_turn' where id = $1`, [runId]);
  const context = await runContextFor(t, database, { provider: { capacity: 1 } });
  await advanceRun(context, runId);
  assert.equal((await findRun(database, runId))?.phase, 'waiting_for_turn');
  await database.query(`update executions set state = 'ended' where run_id = $1`, [other]);
  await advanceRun(context, runId);
  assert.equal((await findRun(database, runId))?.phase, 'preparing');
});
