import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows } from '../../test/support/rows.ts';
import { runContextFor } from '../../test/support/run-context.ts';
import type { RunPhase } from '../domain/run.ts';
import type { Database, Queryable } from '../store/database.ts';
import { executionsOfRun } from '../store/executions.ts';
import { findRun } from '../store/runs.ts';
import { advanceRun } from './advance-run.ts';
import { desiredOfNode } from './execution-spec.ts';

const postgres = withDatabase();

for (const phase of ['running', 'stopping', 'collecting'] satisfies RunPhase[]) {
  test(`restarts node timeouts of a run in phase ${phase} after an hour of downtime`, async (t) => {
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

    await advanceRun(await runContextFor(t, database, { heartbeatsForMs: 3_600_000 }), runId);
    const run = await findRun(database, runId);
    assert.equal(run?.phase, 'finished');
    assert.equal(run?.remoteErrors.length, 2);
  });
}

test('starts without nodes that did not join, and removes the execution of one that is not ready in time', async (t) => {
  const database = await postgres.fresh();
  const { runId, executions } = await insertRunRows(database, { nodesPerGrid: 3 });
  const [first, second] = executions;
  await database.query('delete from executions');
  await database.query(`update grids set status = 'starting'`);
  await database.query(`update nodes set joined_at = now(), last_seen_at = now() where index < 2`);
  await database.query(
    `update runs set phase = 'waiting_for_nodes', min_nodes = 1, phase_at = now() - interval '1 hour'`,
  );
  const context = await runContextFor(t, database, { heartbeatsForMs: 3_600_000 });
  await advanceRun(context, runId);
  assert.deepEqual(
    (await executionsOfRun(database, runId)).map(({ nodeId }) => nodeId),
    [first?.nodeId, second?.nodeId],
  );

  await database.query(`update executions set state = 'ready' where node_id = $1`, [first?.nodeId]);
  await database.query(`update nodes set last_seen_at = now() - interval '1 hour' where id = $1`, [
    second?.nodeId,
  ]);
  await advanceRun(context, runId);
  const run = await findRun(database, runId);
  assert.equal(run?.phase, 'running');
  assert.deepEqual(
    (await executionsOfRun(database, runId)).map(({ nodeId, want }) => [nodeId, want]),
    [[first?.nodeId, 'run']],
  );
  assert.deepEqual(run?.remoteErrors, []);
  assert.match(
    run?.warnings.join('\n') ?? '',
    /did not join within 120 s: node 3\..*\nNode 2 .* stopped responding/,
  );
});

/** Counts the statements of transactions. */
function counting(database: Database): { database: Database; statements(): number } {
  let statements = 0;
  const counted = (db: Queryable): Queryable => ({
    query: (text, values) => {
      statements++;
      return db.query(text, values);
    },
  });
  return {
    statements: () => statements,
    database: Object.assign(Object.create(database), {
      query: counted(database).query,
      transaction: <T>(work: (tx: Queryable) => Promise<T>) =>
        database.transaction((tx) => work(counted(tx))),
    }),
  };
}

test('needs a number of statements linear in the nodes of a run', async (t) => {
  const { database, statements } = counting(await postgres.fresh());
  const nodes = 60;
  const { runId } = await insertRunRows(database, { nodesPerGrid: nodes });
  await database.query(`update nodes set last_seen_at = now()`);
  const context = await runContextFor(t, database);
  await database.query(`update runs set phase = 'preparing'`);
  await database.query(`update executions set state = 'ready', want = 'prepare'`);
  const steps: [string, string][] = [
    ['start', `select`],
    ['stop', `update runs set stop_requested_at = now()`],
    ['end', `update executions set state = 'delivered'`],
  ];
  for (const [step, change] of steps) {
    await database.query(change);
    const before = statements();
    await advanceRun(context, runId);
    const used = statements() - before;
    assert.ok(used < 5 * nodes, `${step} of ${nodes} nodes took ${used} statements`);
  }
  assert.equal((await findRun(database, runId))?.phase, 'finished');
});

test('sends a node its execution without reading all others', async (t) => {
  const database = await postgres.fresh();
  const { executions } = await insertRunRows(database, { nodesPerGrid: 3 });
  let rows = 0;
  const reading: Queryable = {
    query: async <Row extends object>(text: string, values?: unknown[]) => {
      const found = await database.query<Row>(text, values);
      rows += found.length;
      return found;
    },
  };
  const settings = {
    stopGraceS: 1,
    maxResultsInArchiveBytes: 1,
    apdexThresholdMs: 1,
    runsPerGrid: 1,
    minFreeDiskBytes: 0,
    localExecutionMemoryBytes: 1,
  };
  const { limits, grids, files } = await runContextFor(t, database);
  const context = { grids, files, settings, limits: { ...limits, runLimitMs: 60_000, stopGraceMs: 20_000 } };
  const [desired] = await desiredOfNode(reading, context, executions[1]?.nodeId ?? '', []);
  assert.equal(desired?.spec.stopAfterS, 50, 'ten seconds after the service would stop it');
  assert.equal(desired?.spec.nodeCount, 3);
  assert.equal(desired?.spec.nodeIndex, 1);
  assert.ok(desired?.spec.numbers.node);
  assert.equal(rows, 5, 'its execution, run, grid, node and a count');
});

test('stores the warnings of all nodes and the worst generator report with a finished run', async (t) => {
  const database = await postgres.fresh();
  const { runId } = await insertRunRows(database, { nodesPerGrid: 2 });
  await database.query(`update runs set phase = 'collecting', phase_at = now(), warnings = '{odd}'`);
  const outcome = {
    exitCode: 0,
    signal: null,
    errors: [],
    samplesProduced: 0,
    samplesFramed: 0,
    lastSeq: 0,
    firstSampleAtMs: null,
  };
  const load = { lagP99Ms: 2, lagMaxMs: 40, busyShare: 0.5 };
  const [first, second] = await executionsOfRun(database, runId);
  const deliver = (id: string | undefined, more: object) =>
    database.query(`update executions set state = 'delivered', outcome = $2 where id = $1`, [
      id,
      JSON.stringify({ ...outcome, ...more }),
    ]);
  await deliver(first?.id, { warnings: ['It was busy.'], generator: { latest: load, run: load } });
  await deliver(second?.id, { generator: { latest: load, run: { ...load, lagMaxMs: 90, busyShare: 0.1 } } });

  await advanceRun(await runContextFor(t, database), runId);
  const run = await findRun(database, runId);
  assert.equal(run?.phase, 'finished');
  assert.deepEqual(run?.remoteErrors, []);
  assert.equal(run?.warnings.length, 2);
  assert.equal(run?.warnings[0], 'odd');
  assert.match(run?.warnings[1] ?? '', /^Node 1\b.*: It was busy\.$/);
  assert.deepEqual(run?.generator, { lagP99Ms: 2, lagMaxMs: 90, busyShare: 0.5 });
});

test('reports one error when two services stop an overdue run concurrently', async (t) => {
  const database = await postgres.fresh();
  const { runId } = await insertRunRows(database, { nodesPerGrid: 2 });
  const services = [await runContextFor(t, database), await runContextFor(t, database)];
  await database.query(`update nodes set last_seen_at = now()`);
  await database.query(
    `update runs set duration_s = 10, start_at = now() - interval '53.2 s', phase_at = now() - interval '53.2 s'`,
  );
  await Promise.all(services.map((context) => advanceRun(context, runId)));
  assert.equal((await findRun(database, runId))?.phase, 'running');
  const [job] = await database.query<{ after_s: number }>(
    `select extract(epoch from j.run_at - r.start_at)::float8 as after_s
     from graphile_worker.jobs j, runs r where j.key = $1`,
    [`run:${runId}`],
  );
  assert.ok(Math.abs(Number(job?.after_s) - 55) < 0.01, `the next look comes after ${job?.after_s} s`);

  await database.query(
    `update runs set start_at = now() - interval '55 s', phase_at = now() - interval '55 s'`,
  );
  await Promise.all(services.map((context) => advanceRun(context, runId)));
  const run = await findRun(database, runId);
  assert.equal(run?.phase, 'stopping');
  assert.equal(run?.remoteErrors.length, 1);
  assert.match(run?.remoteErrors[0] ?? '', /^Timed out after 55 s/);
  assert.deepEqual(
    (await executionsOfRun(database, runId)).map(({ want }) => want),
    ['stop', 'stop'],
  );
});

test('two services count consecutive failures of a run together, and success restarts the count', async (t) => {
  const database = await postgres.fresh();
  const { runId } = await insertRunRows(database);
  const services = [await runContextFor(t, database), await runContextFor(t, database)] as const;
  const advance = (turn: number) => advanceRun(services[turn % 2 === 0 ? 0 : 1], runId);
  const failFiveTimes = async () => {
    for (let turn = 0; turn < 5; turn++) await assert.rejects(advance(turn), /roll-up cannot be read/);
  };
  await database.query(
    `insert into rollups (run_id, grid_id, span_s, start_s, payload) values ($1, '', 0, 0, 'nonsense')`,
    [runId],
  );
  const end = `update runs set phase = 'collecting', phase_at = now()`;
  await database.query(end);
  await database.query(`update executions set state = 'delivered'`);
  await failFiveTimes();
  await database.query(`update runs set phase = 'running', phase_at = now()`);
  await database.query(`update executions set state = 'running', want = 'run'`);
  await database.query(`update nodes set last_seen_at = now()`);
  await advance(5);
  assert.equal((await findRun(database, runId))?.phase, 'running');

  await database.query(end);
  await database.query(`update executions set state = 'delivered'`);
  await failFiveTimes();
  assert.equal((await findRun(database, runId))?.phase, 'collecting');
  await advance(5);
  assert.equal((await findRun(database, runId))?.phase, 'finished');
  assert.deepEqual(await database.query('select from run_failures'), []);
});
