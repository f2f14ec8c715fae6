import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measuredRun } from '../../test/support/measured-run.ts';
import { withDatabase } from '../../test/support/postgres.ts';
import { runContextFor } from '../../test/support/run-context.ts';
import { until } from '../../test/support/until.ts';
import type { LabelFigures } from '../metrics/figures.ts';
import type { Database } from '../store/database.ts';
import { ownerOf } from './actor.fixture.ts';
import { advanceRun } from './advance-run.ts';
import { createRuns } from './create-runs.ts';
import type { FinalReport } from './reports.ts';

const postgres = withDatabase();

/** Figures as stored by earlier versions, with response times of all samples together. */
function earlier({ times, ...figures }: LabelFigures): object {
  return { ...figures, ...times.all };
}

async function storeAsEarlier(database: Database, runId: string): Promise<void> {
  const [row] = await database.query<{ report: FinalReport; figures: LabelFigures }>(
    `select report, figures from runs where id = $1`,
    [runId],
  );
  assert.ok(row);
  const { report } = row.report;
  const part = ({ total, labels }: { total: LabelFigures; labels: LabelFigures[] }) => ({
    total: earlier(total),
    labels: labels.map(earlier),
  });
  const grids = report.grids.map(({ gridId, ...grid }) => ({ gridId, ...part(grid) }));
  const stored = { ...row.report, report: { ...report, ...part(report), grids } };
  await database.query(`update runs set report = $2, figures = $3 where id = $1`, [
    runId,
    JSON.stringify(stored),
    JSON.stringify(earlier(row.figures)),
  ]);
}

for (const failing of [0, 0.3]) {
  test(`reads reports, lists and trends of earlier versions, with ${failing * 100} % failures`, async (t) => {
    const database = await postgres.fresh();
    const context = await runContextFor(t, database);
    const { runId, accountId } = await measuredRun(database, { seconds: 10, failing });
    await database.query(`update executions set state = 'delivered' where run_id = $1`, [runId]);
    await until('the run is finished', async () => {
      await advanceRun(context, runId);
      return (await createRuns(context).get(ownerOf(accountId), runId)).status === 'finished';
    });
    const read = async () => {
      const runs = createRuns(context);
      const view = await runs.get(ownerOf(accountId), runId);
      const { rows } = await runs.trend(ownerOf(accountId), {});
      return { report: await runs.report(view), figures: view.figures, times: rows[0]?.figures.times };
    };
    const before = await read();
    assert.equal(before.report.total.failed > 0, failing > 0);
    await storeAsEarlier(database, runId);
    assert.deepEqual(await read(), before);
    if (failing === 0) return;
    // Without roll-ups they cannot be split.
    await database.query(`delete from rollups where run_id = $1`, [runId]);
    const { all } = before.report.total.times;
    const unsplit = await read();
    assert.deepEqual(unsplit.report.total, {
      ...before.report.total,
      times: { passed: null, failed: null, all },
    });
    assert.deepEqual(unsplit.times, { passed: null, failed: null, all });
    assert.equal(unsplit.figures?.meanResponseTimeMs, before.figures?.meanResponseTimeMs);
    assert.equal(unsplit.report.labels.length, before.report.labels.length);
  });
}
