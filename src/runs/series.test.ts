import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measuredRun } from '../../test/support/measured-run.ts';
import { withDatabase } from '../../test/support/postgres.ts';
import { runContextFor } from '../../test/support/run-context.ts';
import { ownerOf } from './actor.fixture.ts';
import { createRuns } from './create-runs.ts';

const postgres = withDatabase();
const labels = Array.from({ length: 12 }, (_, at) => `Page ${at}`);

test('the series of all labels is their sum, and reads no single labels', async (t) => {
  const database = await postgres.fresh();
  const context = await runContextFor(t, database);
  const { runId, accountId } = await measuredRun(database, { seconds: 20, labels, failing: 0.2 });
  await context.roller.rollRun(runId);
  const runs = createRuns(context);
  const view = await runs.get(ownerOf(accountId), runId);
  const sums = new Map<number, { passed: number; failed: number }>();
  for (const label of labels)
    for (const { startS, passed, failed } of await runs.series(view, { resolutionS: 15, label })) {
      const sum = sums.get(startS) ?? { passed: 0, failed: 0 };
      sums.set(startS, { passed: sum.passed + passed, failed: sum.failed + failed });
    }
  const { rowCount } = await rowsWithoutLabels();
  const all = await runs.series(view, { resolutionS: 15 });
  assert.equal(all.length, rowCount);
  assert.deepEqual(new Map(all.map(({ startS, passed, failed }) => [startS, { passed, failed }])), sums);
  assert.ok(all.every(({ percentilesMs, users }) => percentilesMs !== null && users === 5));

  /** Corrupts the roll-ups with labels: reading them fails from now on. */
  async function rowsWithoutLabels() {
    const rows = await database.query(
      `update rollups set payload = '' where run_id = $1 and span_s = 15 and grid_id = '' returning start_s`,
      [runId],
    );
    return { rowCount: rows.length };
  }
});
