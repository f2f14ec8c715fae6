import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows } from '../../test/support/rows.ts';
import { runContextFor } from '../../test/support/run-context.ts';
import type { RunPhase } from '../domain/run.ts';
import { executionsOfRun } from '../store/executions.ts';
import { findRun } from '../store/runs.ts';
import { advanceRun } from './advance-run.ts';

const postgres = withDatabase();

for (const phase of ['running', 'stopping', 'collecting'] satisfies RunPhase[]) {
  test(`a service that was away for an hour waits again for the nodes of a run that is ${phase}`, async (t) => {
    const database = await postgres.fresh();
    const { runId } = await insertRunRows(database, { nodesPerGrid: 2 });
    await database.query(`update runs set phase = $2, phase_at = now() - interval '1 hour' where id = $1`, [
      runId,
      phase,
    ]);
    await database.query(`update nodes set last_seen_at = now() - interval '1 hour'`);
    if (phase === 'collecting') await database.query(`update executions set state = 'ended'`);
    const stateNow = phase === 'collecting' ? 'ended' : 'running';

    await advanceRun(await runContextFor(t, database), runId);
    assert.deepEqual(
      (await executionsOfRun(database, runId)).map(({ state }) => state),
      [stateNow, stateNow],
    );

    await advanceRun(await runContextFor(t, database, { hearingForMs: 3_600_000 }), runId);
    const run = await findRun(database, runId);
    assert.equal(run?.phase, 'finished');
    assert.equal(run?.remoteErrors.length, 2);
  });
}
