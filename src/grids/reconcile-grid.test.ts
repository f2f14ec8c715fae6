import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows } from '../../test/support/rows.ts';
import { runContextFor } from '../../test/support/run-context.ts';
import { parseDemand } from '../domain/demand.ts';
import type { NodeInfo } from '../domain/node.ts';
import { monthlyCost, setBudget } from '../store/budgets.ts';
import { insertCredential } from '../store/credentials.ts';
import type { Database } from '../store/database.ts';
import { findGrid } from '../store/grids.ts';
import { nodesOfGrid } from '../store/nodes.ts';
import { databaseNowMs } from '../store/now.ts';
import { findRun } from '../store/runs.ts';
import type { GridContext } from './grid-context.ts';
import { admit } from './join.ts';
import { writeNewGrid } from './new-grid.ts';
import { findPlacement, onThisMachine, placeGrid } from './placement.ts';
import type { Machines, Provider } from './provider.ts';
import { beginStop, reconcileGrid } from './reconcile-grid.ts';

const postgres = withDatabase();

async function sceneOf(t: TestContext, provider: Partial<Provider>) {
  const database = await postgres.fresh();
  const rows = await insertRunRows(database, { nodesPerGrid: 2 });
  const context = (await runContextFor(t, database, { provider, heartbeatsForMs: 3_600_000 })).grids;
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

test('removes a node that has not joined when its grid ends', async (t) => {
  const removed: string[] = [];
  const { database, context, gridId } = await sceneOf(t, {
    end: async ({ slots }) => {
      removed.push(...slots.map(({ nodeId }) => nodeId));
      return { present: new Set(), problems: [] };
    },
  });
  await database.query(`update runs set phase = 'finished'`);
  await database.query(`update nodes set state = 'joining'`);
  await stop(database, gridId);
  await reconcileGrid(context, gridId);
  assert.equal(removed.length, 2);
  assert.equal(await statusOf(context, gridId), 'invoiced');
});

test('retries machines that cannot be started or ended, and shows why', async (t) => {
  let isBroken = true;
  const calls: string[] = [];
  const call = (name: string) => async (machines: Machines) => {
    calls.push(`${name} ${machines.slots.map(({ index }) => index)}`);
    return isBroken
      ? { present: new Set([0]), problems: ['Node 0: no more processes.'] }
      : { present: new Set<number>(), problems: [] };
  };
  const { database, context, gridId } = await sceneOf(t, { ensure: call('ensure'), end: call('end') });
  const problems = async () => (await findGrid(database, gridId))?.problems;
  await reconcileGrid(context, gridId);
  assert.deepEqual(await problems(), ['Node 0: no more processes.']);
  await database.query(`update runs set phase = 'finished'`);
  await stop(database, gridId);
  await reconcileGrid(context, gridId);
  assert.deepEqual(calls, ['ensure 0,1', 'end 0,1']);
  assert.equal(await statusOf(context, gridId), 'stopped');
  isBroken = false;
  await reconcileGrid(context, gridId);
  assert.deepEqual(calls.slice(2), ['end 0']);
  assert.deepEqual(await problems(), []);
  assert.equal(await statusOf(context, gridId), 'invoiced');
});

test('stops a grid when the monthly budget is spent, if the budget says so', async (t) => {
  const { database, context, gridId, accountId } = await sceneOf(t, {});
  await database.query(`update grids set price_per_hour = 600`);
  await database.query(`update nodes set joined_at = now() - interval '59.5 minutes', last_seen_at = now()`);
  await setBudget(database, accountId, { monthly: 1200, endsGrids: false });
  await reconcileGrid(context, gridId);
  await setBudget(database, accountId, { monthly: 1201, endsGrids: true });
  await reconcileGrid(context, gridId);
  assert.equal(await statusOf(context, gridId), 'started');
  await setBudget(database, accountId, { monthly: 1200, endsGrids: true });
  await reconcileGrid(context, gridId);
  assert.equal(await statusOf(context, gridId), 'stopped');
  assert.equal((await findGrid(database, gridId))?.stopReason, 'was stopped by the monthly budget of $0.12');
  const { spent, expected } = await monthlyCost(database, accountId);
  assert.deepEqual([spent, expected], [1200, 1200]);
});

test('a grid is invoiced only after the provider has removed everything of it', async (t) => {
  let isReachable = false;
  const { database, context, gridId } = await sceneOf(t, {
    forget: async () => {
      if (!isReachable) throw new Error('The cloud does not respond.');
    },
  });
  await database.query(`update runs set phase = 'finished'`);
  await stop(database, gridId);
  await reconcileGrid(context, gridId);
  assert.equal(await statusOf(context, gridId), 'stopped');
  assert.deepEqual((await findGrid(database, gridId))?.problems, ['The cloud does not respond.']);
  isReachable = true;
  await reconcileGrid(context, gridId);
  assert.equal(await statusOf(context, gridId), 'invoiced');
});

test('a grid can be terminated while its provider is at work', async (t) => {
  const atWork = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const { database, context, gridId } = await sceneOf(t, {
    ensure: async () => {
      atWork.resolve();
      await goOn.promise;
      return { present: new Set(), problems: [] };
    },
  });
  const working = reconcileGrid(context, gridId);
  await atWork.promise;
  await stop(database, gridId);
  goOn.resolve();
  await working;
  assert.equal(await statusOf(context, gridId), 'stopped');
  const [job] = await database.query<{ isSoon: boolean }>(
    `select run_at < now() + interval '5 s' as "isSoon" from graphile_worker.jobs where task_identifier = 'grid.tend.local'`,
  );
  assert.equal(job?.isSoon, true);
});

test('ends a run that was assigned to a grid while it was being terminated', async (t) => {
  const { database, context, gridId, runId } = await sceneOf(t, {});
  await database.query(`update grids set status = 'stopped', stopped_at = now()`);
  await reconcileGrid(context, gridId);
  await reconcileGrid(context, gridId);
  const jobs = await database.query<{ payload: { runId: string; reason: string } }>(
    `select payload from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = task_id
     where identifier = 'run.end'`,
  );
  assert.deepEqual(
    jobs.map(({ payload }) => payload),
    [{ runId, reason: 'Grid a grid was terminated during the run.' }],
  );
});

test('passes the provider whether a node has a recent heartbeat', async (t) => {
  const heard: boolean[] = [];
  const { database, context, gridId } = await sceneOf(t, {
    ensure: async ({ slots }) => {
      heard.push(...slots.map(({ hasRecentHeartbeat }) => hasRecentHeartbeat));
      return { present: new Set(), problems: [] };
    },
  });
  await database.query(`update nodes set last_seen_at = now() where index = 1`);
  await reconcileGrid(context, gridId);
  assert.deepEqual(heard, [false, true]);
});

test('the runs of a machine that has gone end without it, and state why', async (t) => {
  const sentence = 'Pod load-0 was deleted.';
  const incident = { index: 0, sentence, isGone: true, at: undefined };
  let machine: string | null = null;
  const { database, context, gridId, runId } = await sceneOf(t, {
    ensure: async ({ slots }) => {
      machine = slots[0]?.machine ?? null;
      return { present: new Set([1]), problems: [sentence], incidents: [incident] };
    },
  });
  await database.query(
    `update nodes set joined_at = now(), last_seen_at = now(), info = '{"hostname":"load-0"}'`,
  );
  await database.query(`update executions set state = 'running'`);
  for (const _time of [1, 2]) await reconcileGrid(context, gridId);
  assert.equal(machine, 'load-0');
  const run = await findRun(database, runId);
  assert.deepEqual(run?.remoteErrors, [`Node 1 of grid a grid: ${sentence}`]);
  const states = await database.query<{ state: string }>('select state from executions order by node_index');
  assert.deepEqual(
    states.map(({ state }) => state),
    ['given_up', 'running'],
  );
  const nodes = await nodesOfGrid(database, gridId);
  assert.deepEqual(
    nodes.map(({ state }) => state),
    ['lost', 'running'],
  );
});

test('a restarted machine is reported to runs that were open then, which continue', async (t) => {
  const before = new Date(Date.now() - 60_000);
  const incident = (at: Date) => ({ index: 1, sentence: `Restarted at ${at.getTime()}.`, isGone: false, at });
  const after = new Date(Date.now() + 60_000);
  const { database, context, gridId, runId } = await sceneOf(t, {
    ensure: async () => ({
      present: new Set([0, 1]),
      problems: [],
      incidents: [incident(before), incident(after)],
    }),
  });
  await database.query(`update nodes set joined_at = now(), last_seen_at = now()`);
  await database.query(`update executions set state = 'running'`);
  await reconcileGrid(context, gridId);
  const run = await findRun(database, runId);
  assert.deepEqual(run?.remoteErrors, [`Node 2 of grid a grid: Restarted at ${after.getTime()}.`]);
  const open = await database.query(`select id from executions where state = 'running'`);
  assert.equal(open.length, 2);
});

test('demand grids run where the table of the operator says; other regions are rejected', async (t) => {
  const database = await postgres.fresh();
  const { accountId } = await insertRunRows(database);
  const demand = parseDemand('office=local,eu-west-1=aws:123456789012');
  const { grids } = await runContextFor(t, database, { demand });
  const place = (region: string) =>
    placeGrid(
      grids,
      { accountId, role: 'owner' },
      {
        ...{ region, infrastructure: 'demand', instanceQuantity: 1, instanceType: 'local' },
        ...{ stopAfterMin: 1, credentialId: null, cloud: {} },
      },
      'grid',
    );
  assert.deepEqual(await place('office'), onThisMachine);
  await assert.rejects(
    place('us-east-1'),
    /^AppError: grid\[region\] us-east-1 is not available on demand\. Use one of: office, eu-west-1\.$/,
  );
  await assert.rejects(
    place('eu-west-1'),
    /eu-west-1 is at aws:123456789012 \(SPATE_DEMAND\), which is not set up/,
  );
});

test('azure_tenant_id selects the credential of the account with that tenant', async (t) => {
  const database = await postgres.fresh();
  const { accountId } = await insertRunRows(database);
  const { grids } = await runContextFor(t, database);
  const azure = { ...grids.providers[0], name: 'azure' } as Provider;
  const add = async (tenantId: string) =>
    insertCredential(database, {
      ...{ accountId, provider: 'azure', description: '', arn: null, accessKeyId: null, role: 'member' },
      ...{ tenantId, clientId: 'c', cloudAccount: 's', sealedSecret: null },
    });
  const place = (tenant: string) =>
    findPlacement(
      { ...grids, providers: [azure] },
      { accountId, role: 'member' },
      {
        ...{ region: 'eastus', infrastructure: 'hosted', instanceQuantity: 1, instanceType: 'x' },
        ...{ stopAfterMin: 1, credentialId: null, cloud: { azure_tenant_id: tenant } },
      },
      'grid',
    );
  const { id } = await add('Ours');
  assert.deepEqual(await place('ours'), { provider: 'azure', target: String(id) });
  await assert.rejects(place('theirs'), /azure_tenant_id\] theirs is not the tenant of a credential/);
  await add('ours');
  await assert.rejects(place('ours'), /has several credentials: \d+, \d+\. Use one of them as credential_id/);
});

test('restarts an agent that crashes while its terminated grid waits for results', async (t) => {
  const ensured: number[] = [];
  const { database, context, gridId } = await sceneOf(t, {
    ensure: async ({ slots }) => {
      ensured.push(...slots.map(({ index }) => index));
      return { present: new Set(), problems: [] };
    },
  });
  await database.query(`update nodes set joined_at = now()`);
  await database.query(`update executions set state = 'delivered' where node_index = 0`);
  await database.query(`update executions set state = 'ended' where node_index = 1`);
  await stop(database, gridId);
  await reconcileGrid(context, gridId);
  assert.deepEqual(ensured, [1]);
});

test('stop_after starts when all nodes have joined, and every node is notified of the end', async (t) => {
  const { database, context, accountId } = await sceneOf(t, {});
  const gridId = await writeNewGrid(database, context, {
    accountId,
    region: 'us-east-1',
    infrastructure: 'demand',
    instanceQuantity: 2,
    instanceType: 'local',
    stopAfterMin: 1,
    credentialId: null,
    cloud: {},
    status: 'starting',
    ...onThisMachine,
  });
  await database.query(
    `update grids set created_at = created_at - interval '50 s', ends_at = ends_at - interval '50 s' where id = $1`,
    [gridId],
  );
  const leftS = async () => {
    const endsAt = (await findGrid(database, gridId))?.endsAt?.getTime() ?? 0;
    return (endsAt - (await databaseNowMs(database))) / 1000;
  };
  assert.ok(Math.abs((await leftS()) - 130) < 10, 'machines that never come end too, after the time to join');
  const secret = context.sealer.open((await findGrid(database, gridId))?.joinSealed ?? Buffer.alloc(0));
  const info: NodeInfo = {
    ...{ hostname: 'a', ip: '127.0.0.1', privateIp: '127.0.0.1', agentVersion: '0' },
    ...{ cores: 1, memoryBytes: 1 << 30, sandbox: 'none', tools: [] },
  };
  const first = await admit(context, { secret, info });
  await reconcileGrid(context, gridId);
  assert.equal((await findGrid(database, gridId))?.status, 'starting');
  const last = await admit(context, { secret, info });
  const grid = await findGrid(database, gridId);
  assert.equal(grid?.status, 'started');
  assert.ok(Math.abs((await leftS()) - 60) < 10, `${await leftS()} s left of the one minute`);
  assert.equal(last.endsAtMs, grid?.endsAt?.getTime());
  assert.notEqual(first.endsAtMs, last.endsAtMs, 'the first hears of it when the last has joined');
  await reconcileGrid(context, gridId);
  assert.equal((await findGrid(database, gridId))?.endsAt?.getTime(), last.endsAtMs, 'fixed once');
});
