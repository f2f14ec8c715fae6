import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows } from '../../test/support/rows.ts';
import { runContextFor } from '../../test/support/run-context.ts';
import { until } from '../../test/support/until.ts';
import { silentLog } from '../lib/log.ts';
import { totalOf } from '../metrics/figures.ts';
import { encodeFrame } from '../metrics/frame.ts';
import { FrameBuilder } from '../metrics/frame-builder.ts';
import { decodeRollup } from '../metrics/rollup-codec.ts';
import type { Sample } from '../metrics/sample.ts';
import type { Database } from '../store/database.ts';
import { insertFrames } from '../store/frames.ts';
import { countDirty, readRollups } from '../store/rollups.ts';
import { findRun } from '../store/runs.ts';
import { advanceRun } from './advance-run.ts';
import { readFinal } from './reports.ts';
import { createRoller } from './roller.ts';

const postgres = withDatabase();

/** A frame with `count` passed samples of one label. */
function frameOf(samples: number): Buffer {
  const sample: Sample = {
    label: 'page',
    startedAtMs: 999_900,
    elapsedUs: 1000,
    latencyUs: 0,
    connectUs: 0,
    isPassed: true,
    code: '200',
    message: '',
    bytesIn: 1,
    bytesOut: 1,
    users: 1,
  };
  const builder = new FrameBuilder({ maxLabels: 10, maxErrorTexts: 10 });
  const [frame] = builder.build(Array(samples).fill(sample), {
    firstSeq: 1,
    clockOffsetMs: 0,
    nowS: 1000,
    users: 1,
  });
  if (!frame) throw new Error('no frame was made');
  return encodeFrame(frame);
}

/** Number of connections to this database that wait for a lock. */
async function lockWaits(database: Database): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*) as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.count ?? 0;
}

test('skips and reports an unreadable frame, and finishes the run with the others', async (t) => {
  const database = await postgres.fresh();
  const { runId, executions } = await insertRunRows(database, { nodesPerGrid: 2 });
  const [good = '', bad = ''] = executions.map(({ executionId }) => executionId);
  const context = await runContextFor(t, database);
  const unreadable = Buffer.concat([frameOf(4).subarray(0, 4), Buffer.from('what is this')]);
  await insertFrames(database, [
    { executionId: good, runId, seq: 1, second: 1000, samples: 3, payload: frameOf(3) },
    { executionId: bad, runId, seq: 1, second: 1000, samples: 4, payload: unreadable },
  ]);
  await database.query(`update executions set state = 'delivered'`);
  const run = await until('the run is finished', async () => {
    await advanceRun(context, runId);
    const now = await findRun(database, runId);
    return now?.phase === 'finished' ? now : undefined;
  });
  assert.equal(await countDirty(database, runId), 0);
  const final = await readFinal(database, run);
  assert.equal(final?.report.total.passed, 3);
  assert.equal(final?.reconciliation.received, 7);
  assert.equal(final?.reconciliation.isComplete, false);
  assert.match(
    final?.reconciliation.explanations.join(' ') ?? '',
    /7 samples were received, but the stored frames contain 3/,
  );
});

test('a failing roll-up of one run does not block the others', async (t) => {
  const database = await postgres.fresh();
  const [broken, sound] = [await insertRunRows(database), await insertRunRows(database)];
  await database.query(
    `insert into rollups (run_id, grid_id, span_s, start_s, payload) values ($1, '', 1, 991, 'nonsense')`,
    [broken.runId],
  );
  const frameFor = ({ runId, executions }: typeof sound) => ({
    executionId: executions[0]?.executionId ?? '',
    runId,
    seq: 1,
    second: 1000,
    samples: 3,
    payload: frameOf(3),
  });
  await insertFrames(database, [frameFor(broken)]);
  await insertFrames(database, [frameFor(sound)]);
  await runContextFor(t, database);
  await until('the other run is rolled up', async () => {
    const [whole] = await database.query('select from rollups where run_id = $1 and span_s = 0', [
      sound.runId,
    ]);
    return whole !== undefined;
  });
  assert.notEqual(await countDirty(database, broken.runId), 0);
});

test('computes the total as soon as the seconds are quiet', async (t) => {
  const database = await postgres.fresh();
  const { runId, executions } = await insertRunRows(database);
  const add = (seq: number, second: number, samples: number) =>
    insertFrames(database, [
      {
        executionId: executions[0]?.executionId ?? '',
        runId,
        seq,
        second,
        samples,
        payload: frameOf(samples),
      },
    ]);
  const settle = () =>
    database.query(`update dirty_rollups set touched_at = now() - interval '2 hours' where span_s = 1`);
  const totalOfRun = async () => {
    const [whole] = await Array.fromAsync(readRollups(database, { runId, spanS: 0, gridId: '' }));
    return whole && totalOf(decodeRollup(whole.payload)).count;
  };
  await add(1, 1000, 3);
  await add(2, 1001, 4);
  await settle();
  await add(3, 1002, 5);
  const roller = createRoller({
    database,
    log: silentLog,
    caps: { maxLabels: 10, maxErrorTexts: 10 },
    quietForMs: 3_600_000,
  });
  t.after(() => roller.close());
  await until('the total', async () => (await totalOfRun()) === 7);
  assert.equal(await countDirty(database, runId), 1, 'the second that is not quiet waits');
  await add(4, 1000, 6);
  await settle();
  await until('the total of all, late ones too', async () => (await totalOfRun()) === 18);
  assert.equal(await countDirty(database, runId), 0);
});

test('rollRun waits for the intervals that the background loop is rolling up', async (t) => {
  const database = await postgres.fresh();
  const { runId, executions } = await insertRunRows(database);
  const frame = { executionId: executions[0]?.executionId ?? '', runId, seq: 1, second: 1000, samples: 3 };
  await insertFrames(database, [{ ...frame, payload: frameOf(3) }]);
  // While the table is locked, the loop claims its marks but cannot write their roll-ups.
  const { rolling, wasEarly } = await database.transaction(async (tx) => {
    await tx.query('lock table rollups in exclusive mode');
    const roller = createRoller({
      database,
      log: silentLog,
      caps: { maxLabels: 10, maxErrorTexts: 10 },
      quietForMs: 0,
    });
    t.after(() => roller.close());
    await until('the loop holds the mark', async () => (await lockWaits(database)) === 1);
    let isUpToDate = false;
    const rolling = roller.rollRun(runId).then(() => {
      isUpToDate = true;
    });
    await until('rollRun waits too', async () => isUpToDate || (await lockWaits(database)) === 2);
    return { rolling, wasEarly: isUpToDate };
  });
  assert.equal(wasEarly, false);
  await rolling;
  assert.equal(await countDirty(database, runId), 0);
  const [whole] = await Array.fromAsync(readRollups(database, { runId, spanS: 0, gridId: '' }));
  assert.equal(whole && totalOf(decodeRollup(whole.payload)).count, 3);
});

test('rolls up frames in the last second that the database can store', async (t) => {
  const database = await postgres.fresh();
  const { runId, executions } = await insertRunRows(database);
  const { executionId = '' } = executions[0] ?? {};
  const payload = frameOf(3);
  await insertFrames(database, [
    { executionId, runId, seq: 1, second: 1000, samples: 3, payload },
    { executionId, runId, seq: 2, second: 2 ** 31 - 1, samples: 3, payload },
  ]);
  const roller = createRoller({ database, log: silentLog, caps: { maxLabels: 10, maxErrorTexts: 10 } });
  t.after(() => roller.close());
  await roller.rollRun(runId);
  const [whole] = await Array.fromAsync(readRollups(database, { runId, spanS: 0, gridId: '' }));
  assert.equal(totalOf(decodeRollup(whole?.payload ?? Buffer.alloc(0))).count, 6);
  assert.equal(await countDirty(database, runId), 0);
});
