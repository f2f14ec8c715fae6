import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { runContextFor } from '../../test/support/run-context.ts';
import { throwsCode } from '../accounts/testing/stage.ts';
import { ensureSharedGrids } from '../grids/shared-grid.ts';
import { startTarget } from '../lib/demo-target.ts';
import { silentLog } from '../lib/log.ts';
import { nodesOfGrid } from '../store/nodes.ts';
import { insertAccount } from '../store/users.ts';
import { ownerOf } from './actor.fixture.ts';
import { createRuns } from './create-runs.ts';
import { createDemoRuns } from './demo-runs.ts';
import { createDemoTargets } from './demo-targets.ts';

const postgres = withDatabase();

async function stage(t: TestContext, egress = '') {
  const database = await postgres.fresh();
  const context = await runContextFor(t, database);
  const { id: accountId } = await insertAccount(database, 'owner@example.com');
  const [user] = await database.query<{ id: number }>(
    `insert into users (account_id, email, role) values ($1, 'owner@example.com', 'owner') returning id`,
    [accountId],
  );
  await ensureSharedGrids(context.grids);
  const actor = { ...ownerOf(accountId), userId: user?.id ?? 0 };
  const runs = createRuns(context);
  const portOf = async (runId: string) => {
    const [row] = await database.query<{ port: number; parameters: string }>(
      'select demo_port as port, override_parameters as parameters from runs where id = $1',
      [runId],
    );
    assert.match(row?.parameters ?? '', new RegExp(`-Jtarget_port=${row?.port}$`));
    return row?.port ?? 0;
  };
  const finish = (runId: string) =>
    database.query(`update runs set phase = 'finished', stopped_at = now() where id = $1`, [runId]);
  return { database, context, actor, runs, demo: createDemoRuns(context, runs, egress), portOf, finish };
}

const isListening = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    async (answer) => (await answer.text()) !== '',
    () => false,
  );

test('concurrent starts give one run, whose target is open until it is finished', async (t) => {
  const { context, actor, demo, portOf, finish } = await stage(t);
  assert.equal(await demo.obstacle(actor), undefined);
  const started = await Promise.all([1, 2, 3].map(() => demo.start(actor)));
  const [id = '', ...others] = new Set(started.map(({ run }) => run.id));
  assert.deepEqual(others, []);
  assert.equal((await demo.start(actor)).run.id, id);
  const port = await portOf(id);
  await context.demoTargets.review();
  assert.ok(await isListening(port));
  await finish(id);
  await context.demoTargets.review();
  assert.equal(await isListening(port), false);
  assert.notEqual((await demo.start(actor)).run.id, id);
});

test('a repeat has an open target, on the same port if it is free', async (t) => {
  const { context, actor, demo, runs, portOf, finish } = await stage(t);
  const { run } = await demo.start(actor);
  const port = await portOf(run.id);
  await finish(run.id);
  await context.demoTargets.review();
  const again = await runs.repeat(actor, run.id, {});
  assert.equal(await portOf(again.run.id), port);
  assert.ok(await isListening(port));

  await finish(again.run.id);
  await context.demoTargets.review();
  const other = await startTarget(undefined, { port });
  t.after(() => other.stop());
  const elsewhere = await portOf((await runs.repeat(actor, run.id, {})).run.id);
  assert.notEqual(elsewhere, port);
  assert.ok(await isListening(elsewhere));
  await assert.rejects(runs.repeat(actor, run.id, { region: 'local' }), throwsCode('invalid'));
});

test('a restarted service opens the targets of unfinished runs again', async (t) => {
  const { database, context, actor, demo, portOf } = await stage(t);
  const port = await portOf((await demo.start(actor)).run.id);
  await context.demoTargets.close();
  assert.equal(await isListening(port), false);
  const restarted = createDemoTargets({ database, log: silentLog });
  t.after(() => restarted.close());
  await restarted.resume();
  assert.ok(await isListening(port));
});

test('is not offered where the target cannot be reached', async (t) => {
  const denied = await stage(t, 'deny:all');
  assert.match((await denied.demo.obstacle(denied.actor)) ?? '', /SPATE_EGRESS/);
  await assert.rejects(denied.demo.start(denied.actor), throwsCode('conflict'));
  assert.equal((await denied.runs.list(denied.actor, 1)).total, 0);

  const { database, actor, demo } = await stage(t, 'deny:10.0.0.0/8');
  const [grid] = await database.query<{ id: string }>('select id from grids');
  const [node] = await nodesOfGrid(database, grid?.id ?? '');
  await database.query(`update nodes set info = '{"hostname": "far-away"}' where id = $1`, [node?.id]);
  assert.match((await demo.obstacle(actor)) ?? '', /a node on far-away/);
});
