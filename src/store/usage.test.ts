import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows } from '../../test/support/rows.ts';
import { findGrid } from './grids.ts';
import { chargeGrid, usageOfAccount, usageOfRuns } from './usage.ts';

const postgres = withDatabase();

test('charges a stopped grid once, with the price of its creation', async () => {
  const database = await postgres.fresh();
  const { accountId, executions } = await insertRunRows(database, { nodesPerGrid: 3 });
  const gridId = executions[0]?.gridId ?? '';
  await database.query(
    `update nodes set joined_at = '2026-01-01T00:00:00Z',
       ended_at = case when index = 0 then '2026-01-01T00:05:30Z'::timestamptz end where index < 2`,
  );
  await database.query(
    `update grids set price_per_hour = 960, status = 'stopped', stopped_at = '2026-01-01T00:10:00Z'`,
  );
  const grid = await findGrid(database, gridId);
  if (!grid) throw new Error('no grid');
  await chargeGrid(database, grid);
  await chargeGrid(database, { ...grid, pricePerHour: 1 });
  const [usage, ...others] = await usageOfAccount(database, accountId);
  assert.deepEqual(others, []);
  assert.deepEqual(usage, {
    gridId,
    gridName: 'a grid',
    nodes: 2,
    nodeMinutes: 16,
    cost: 256,
    from: new Date('2026-01-01T00:00:00Z'),
    to: new Date('2026-01-01T00:10:00Z'),
  });
});

test('a run costs from its preparation to its end; a grid without a price makes the cost unknown', async () => {
  const database = await postgres.fresh();
  const { runId } = await insertRunRows(database, { grids: 2, nodesPerGrid: 2 });
  await database.query(`update grids set price_per_hour = 600`);
  await database.query(
    `update runs set created_at = '2026-01-01T00:00:00Z', stopped_at = '2026-01-01T00:12:30Z',
       phase_times = '{"preparing": "2026-01-01T00:10:00Z"}'`,
  );
  assert.deepEqual((await usageOfRuns(database, [runId])).get(runId), { nodeMinutes: 12, cost: 120 });
  await database.query(`update grids set price_per_hour = null where id = (select min(id) from grids)`);
  assert.deepEqual((await usageOfRuns(database, [runId])).get(runId), { nodeMinutes: 12, cost: null });
});
