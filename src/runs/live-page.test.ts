import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { caps, measuredRun } from '../../test/support/measured-run.ts';
import { withDatabase } from '../../test/support/postgres.ts';
import { runContextFor } from '../../test/support/run-context.ts';
import { reconcileGrid } from '../grids/reconcile-grid.ts';
import { giveUpExecution, noteReportedState } from '../store/executions.ts';
import { noteVitals } from '../store/nodes.ts';
import { ownerOf } from './actor.fixture.ts';
import { createRunViews } from './create-run-views.ts';
import { createRuns } from './create-runs.ts';

const postgres = withDatabase();
const vitals = { cpu: 0.5, memoryUsedBytes: 1, clockOffsetMs: 0, roundTripMs: 1 };

/** A run that started this many seconds ago. */
async function scene(t: TestContext, seconds: number) {
  const database = await postgres.fresh();
  const nowS = Math.floor(Date.now() / 1000);
  const given = await runContextFor(t, database, { heartbeatsForMs: 3_600_000 });
  const context = { ...given, grids: { ...given.grids, clock: { nowMs: () => nowS * 1000 } } };
  const rows = await measuredRun(database, { seconds, fromS: nowS - seconds, nodesPerGrid: 2, rate: 10 });
  await database.query('update runs set load_ended_at = null');
  await database.query('update nodes set last_seen_at = now(), joined_at = now()');
  await context.roller.rollRun(rows.runId);
  const runs = createRuns(context);
  const views = createRunViews(context, caps);
  const page = async () => views.page(await runs.get(ownerOf(rows.accountId), rows.runId), {});
  return { database, context, rows, runs, views, page, nowS };
}

test('shows the figures of the last seconds and of the whole run', async (t) => {
  const { page, views, runs, rows, database, nowS } = await scene(t, 60);
  const { recent, report, range, figuresAt } = await page();
  assert.ok(recent);
  assert.equal(recent.toS - recent.fromS, 10);
  assert.equal(recent.toS, nowS - 3, 'later seconds may still be on their way');
  assert.equal(recent.total.passed, 200, 'ten samples a second on each of two nodes');
  assert.equal(recent.total.requestsPerMinute, 1200);
  assert.equal(recent.users, 10);
  assert.equal(report.total.passed, 1200);
  assert.equal(figuresAt?.getTime(), nowS * 1000, 'the end of the last second that was measured');
  const part = { from: recent.fromS - range.startS, to: recent.toS - range.startS };
  const view = await runs.get(ownerOf(rows.accountId), rows.runId);
  const same = await views.page(view, part);
  assert.deepEqual(same.report.total.times, recent.total.times);
  assert.equal(same.recent, null, 'a selected range has no now');
  await database.query(`update runs set phase = 'collecting'`);
  assert.equal((await page()).recent, null);
});

test('shows no recent figures right after the start, and when the last figures arrived', async (t) => {
  const young = await scene(t, 2);
  assert.equal((await young.page()).recent, null);
  const { database, page, nowS } = await scene(t, 60);
  await database.query(`delete from rollups where span_s = 1 and start_s >= $1`, [nowS - 20]);
  const { recent, figuresAt } = await page();
  assert.equal(recent?.total.passed, 0);
  assert.equal(figuresAt?.getTime(), (nowS - 20) * 1000);
});

test('a crashed node is lost since its last heartbeat, and stays lost', async (t) => {
  const { context, database, rows, page } = await scene(t, 60);
  const [alive, dead] = rows.executions;
  assert.ok(alive && dead);
  const lost = async () => (await page()).nodes.map(({ lostAt }) => lostAt);
  assert.deepEqual(await lost(), [null, null]);
  const [row] = await database.query<{ at: Date }>(
    `update nodes set last_seen_at = now() - interval '40 s' where id = $1 returning last_seen_at as at`,
    [dead.nodeId],
  );
  assert.deepEqual(await lost(), [null, row?.at]);
  await database.query('update grids set join_sealed = $1', [context.grids.sealer.seal('secret')]);
  await reconcileGrid(context.grids, dead.gridId);
  await noteVitals(database, [{ nodeId: dead.nodeId, vitals }]);
  assert.deepEqual(await lost(), [null, row?.at], 'another machine in its place has nothing of the run');
  await giveUpExecution(database, dead.executionId);
  await noteReportedState(database, dead.nodeId, dead.executionId, {
    ...{ state: 'running', progress: null, errors: [], outcome: null },
  });
  await database.query(`update nodes set state = 'ended'`);
  assert.deepEqual(await lost(), [null, row?.at]);
});

test('a node that reconnects and continues its execution is not lost', async (t) => {
  const { context, database, rows, page } = await scene(t, 60);
  const [node] = rows.executions;
  assert.ok(node);
  await database.query(`update nodes set last_seen_at = now() - interval '40 s' where id = $1`, [
    node.nodeId,
  ]);
  await database.query('update grids set join_sealed = $1', [context.grids.sealer.seal('secret')]);
  await reconcileGrid(context.grids, node.gridId);
  assert.notEqual((await page()).nodes[0]?.lostAt, null);
  await noteVitals(database, [{ nodeId: node.nodeId, vitals }]);
  await noteReportedState(database, node.nodeId, node.executionId, {
    ...{ state: 'running', progress: null, errors: [], outcome: null },
  });
  assert.equal((await page()).nodes[0]?.lostAt, null);
});
