import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows } from '../../test/support/rows.ts';
import { runContextFor } from '../../test/support/run-context.ts';
import type { Database } from '../store/database.ts';
import { findGrid } from '../store/grids.ts';
import { nodesOfGrid } from '../store/nodes.ts';
import type { GridContext } from './grid-context.ts';
import type { Provider } from './provider.ts';
import { beginStop, tendGrid } from './tend-grid.ts';

const postgres = withDatabase();

async function sceneOf(t: TestContext, provider: Partial<Provider>) {
  const database = await postgres.fresh();
  const rows = await insertRunRows(database, { nodesPerGrid: 2 });
  const context = (await runContextFor(t, database, { provider, hearingForMs: 3_600_000 })).grids;
  const gridId = rows.executions[0]?.gridId ?? '';
  await database.query('update grids set join_sealed = $1', [context.sealer.seal('secret')]);
  return { ...rows, database, context, gridId };
}

async function stop(database: Database, gridId: string): Promise<void> {
  const grid = await findGrid(database, gridId);
  if (!grid) throw new Error('no grid');
  await beginStop(database, grid, await nodesOfGrid(database, gridId), 'was ended');
}

async function statusOf({ database }: GridContext, gridId: string) {
  return (await findGrid(database, gridId))?.status;
}

test('a node that has not joined when its grid ends is removed too', async (t) => {
  const removed: string[] = [];
  const { database, context, gridId } = await sceneOf(t, {
    removeNode: async ({ nodeId }) => void removed.push(nodeId),
  });
  await database.query(`update runs set phase = 'finished'`);
  await database.query(`update nodes set state = 'joining'`);
  await stop(database, gridId);
  await tendGrid(context, gridId);
  assert.equal(removed.length, 2);
  assert.equal(await statusOf(context, gridId), 'invoiced');
});

test('a node that cannot be started or removed does not keep others from it, and is tried again', async (t) => {
  let isBroken = true;
  const calls: string[] = [];
  const call = (name: string) => async (slot: { index: number }) => {
    calls.push(`${name} ${slot.index}`);
    if (isBroken && slot.index === 0) throw new Error('no more processes');
  };
  const { database, context, gridId } = await sceneOf(t, {
    ensureNode: call('ensure'),
    removeNode: call('remove'),
  });
  await tendGrid(context, gridId);
  await database.query(`update runs set phase = 'finished'`);
  await stop(database, gridId);
  await tendGrid(context, gridId);
  assert.deepEqual(calls, ['ensure 0', 'ensure 1', 'remove 0', 'remove 1']);
  assert.equal(await statusOf(context, gridId), 'stopped');
  isBroken = false;
  await tendGrid(context, gridId);
  assert.deepEqual(calls.slice(4), ['remove 0']);
  assert.equal(await statusOf(context, gridId), 'invoiced');
});

test('a run that came onto a grid while it was being ended is asked to end too', async (t) => {
  const { database, context, gridId, runId } = await sceneOf(t, {});
  await database.query(`update grids set status = 'stopped', stopped_at = now()`);
  await tendGrid(context, gridId);
  await tendGrid(context, gridId);
  const jobs = await database.query<{ payload: { runId: string; reason: string } }>(
    `select payload from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = task_id
     where identifier = 'run.end'`,
  );
  assert.deepEqual(
    jobs.map(({ payload }) => payload),
    [{ runId, reason: 'Grid a grid was ended while the run was on it.' }],
  );
});

test('tells the provider which nodes it has heard lately', async (t) => {
  const heard: boolean[] = [];
  const { database, context, gridId } = await sceneOf(t, {
    ensureNode: async ({ isHeard }) => void heard.push(isHeard),
  });
  await database.query(`update nodes set last_seen_at = now() where index = 1`);
  await tendGrid(context, gridId);
  assert.deepEqual(heard, [false, true]);
});
