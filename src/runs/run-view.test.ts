import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows } from '../../test/support/rows.ts';
import { runContextFor } from '../../test/support/run-context.ts';
import { archivesOfRuns } from '../store/archives.ts';
import type { Queryable } from '../store/database.ts';
import { findRun, type RunRecord } from '../store/runs.ts';
import { viewRuns } from './run-view.ts';

const postgres = withDatabase();

test('listing runs does not read the nodes of finished ones', async (t) => {
  const database = await postgres.fresh();
  const runs: RunRecord[] = [];
  for (const phase of ['running', 'finished']) {
    const { runId } = await insertRunRows(database, { grids: 3, nodesPerGrid: 2 });
    await database.query(`update runs set phase = $2, doubts = '{}' where id = $1`, [runId, phase]);
    const run = await findRun(database, runId);
    if (run) runs.push(run);
  }
  const read: Record<string, number> = {};
  const reading: Queryable['query'] = async <Row extends object>(text: string, values?: unknown[]) => {
    const rows = await database.query<Row>(text, values);
    const table = /from (\w+)/.exec(text)?.[1] ?? '';
    read[table] = (read[table] ?? 0) + rows.length;
    return rows;
  };
  const context = await runContextFor(t, Object.assign(Object.create(database), { query: reading }));
  const views = await viewRuns(context, runs);
  assert.deepEqual(
    views.map(({ status, progress }) => [status, progress]),
    [
      ['running', 'running'],
      ['finished', null],
    ],
  );
  assert.equal(read.executions, 6);
});

test('computes the doubts of runs of earlier versions on reading', async (t) => {
  const database = await postgres.fresh();
  const { runId } = await insertRunRows(database, { grids: 1, nodesPerGrid: 2 });
  await database.query(`update runs set phase = 'finished' where id = $1`, [runId]);
  await database.query(
    `update executions set state = case node_index when 0 then 'given_up' else 'delivered' end,
       lost_at = case node_index when 0 then state_at end where run_id = $1`,
    [runId],
  );
  const run = await findRun(database, runId);
  assert.ok(run);
  const [view] = await viewRuns(await runContextFor(t, database), [run]);
  assert.deepEqual(view?.ending, { doubts: ['1 of 2 nodes was lost.'], isComplete: null });
});

test('finds the archives of a run by an index', async () => {
  const database = await postgres.fresh();
  const { runId } = await insertRunRows(database);
  const plans: string[] = [];
  await database.transaction(async (tx) => {
    await tx.query('set local enable_seqscan = off');
    const explained: Queryable = {
      query: async (text, values) => {
        const rows = await tx.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        return [];
      },
    };
    await archivesOfRuns(explained, [runId]);
  });
  assert.match(plans.join(), /archives_run/);
});
