import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows, type RunRows } from '../../test/support/rows.ts';
import { until } from '../../test/support/until.ts';
import type { Database, Queryable } from './database.ts';
import { insertFrames, type NewFrame, readFrames } from './frames.ts';
import {
  claimIntervals,
  countDirty,
  type DirtyMark,
  dirtySpans,
  markAllDirty,
  parentOf,
  type RollupRow,
  readRollups,
  rollUp,
  type Span,
  spans,
  writeRollups,
} from './rollups.ts';

const postgres = withDatabase();

/** In these tests, a payload is a count and a roll-up is the sum. */
const encode = (count: number): Buffer => Buffer.from(String(count));
const decode = (payload: Buffer): number => Number(payload.toString());

function addUp(rows: RollupRow[], spanS: Span, runId: string, startS: number): RollupRow[] {
  const sums = new Map<string, number>();
  for (const { gridId, payload } of rows) sums.set(gridId, (sums.get(gridId) ?? 0) + decode(payload));
  return [...sums].map(([gridId, sum]) => ({ runId, gridId, spanS, startS, payload: encode(sum) }));
}

async function computeSums(tx: Queryable, spanS: Span, marks: DirtyMark[]): Promise<RollupRow[]> {
  const computed: RollupRow[] = [];
  for (const { runId, startS } of marks) {
    if (spanS === 1) {
      const frames = await readFrames(tx, runId, startS);
      const rows = frames.flatMap(({ gridId, payload }) => [
        { runId, gridId, spanS, startS, payload },
        { runId, gridId: '', spanS, startS, payload },
      ]);
      computed.push(...addUp(rows, spanS, runId, startS));
      continue;
    }
    const finer = spans[spans.indexOf(spanS) - 1] ?? 1;
    const range = spanS === 0 ? {} : { fromS: startS, toS: startS + spanS };
    const rows = await Array.fromAsync(readRollups(tx, { runId, spanS: finer, ...range }));
    computed.push(...addUp(rows, spanS, runId, startS));
  }
  return computed;
}

async function rollOnce(database: Database, limit = 5, whenHeld: 'skip' | 'wait' = 'skip'): Promise<number> {
  let count = 0;
  for (const spanS of spans) {
    count += await rollUp(database, { spanS, limit, minAgeMs: 0, whenHeld }, (tx, marks) =>
      computeSums(tx, spanS, marks),
    );
  }
  return count;
}

function frameOf({ runId, executions }: RunRows, index: number, seq: number, second: number): NewFrame {
  return {
    executionId: executions[index]?.executionId ?? '',
    runId,
    seq,
    second,
    samples: 1,
    payload: encode(seq),
  };
}

async function sumsBy(database: Database, runId: string, spanS: Span): Promise<Record<string, number>> {
  const rows = await Array.fromAsync(readRollups(database, { runId, spanS }, 7));
  return Object.fromEntries(
    rows.map(({ gridId, startS, payload }) => [`${startS} ${gridId}`, decode(payload)]),
  );
}

test('computes parent intervals', () => {
  assert.deepEqual(parentOf(1, 1_700_000_014), { spanS: 15, startS: 1_700_000_010 });
  assert.deepEqual(parentOf(15, 1_700_000_010), { spanS: 300, startS: 1_699_999_800 });
  assert.deepEqual(parentOf(300, 1_699_999_800), { spanS: 0, startS: 0 });
  assert.equal(parentOf(0, 0), undefined);
});

test('rolls up frames to the whole run, per grid and over all grids', async () => {
  const database = await postgres.fresh();
  const run = await insertRunRows(database, { grids: 2 });
  const [first, second] = run.executions.map(({ gridId }) => gridId);
  await insertFrames(database, [frameOf(run, 0, 1, 600), frameOf(run, 0, 2, 614), frameOf(run, 1, 4, 615)]);
  await insertFrames(database, [frameOf(run, 1, 8, 900)]);
  assert.equal(await countDirty(database, run.runId), 4);
  while ((await rollOnce(database)) > 0);
  assert.equal(await countDirty(database, run.runId), 0);
  assert.deepEqual(await sumsBy(database, run.runId, 15), {
    '600 ': 3,
    [`600 ${first}`]: 3,
    '615 ': 4,
    [`615 ${second}`]: 4,
    '900 ': 8,
    [`900 ${second}`]: 8,
  });
  assert.deepEqual(await sumsBy(database, run.runId, 0), {
    '0 ': 15,
    [`0 ${first}`]: 3,
    [`0 ${second}`]: 12,
  });
});

test('a late frame recomputes its second and all parents', async () => {
  const database = await postgres.fresh();
  const run = await insertRunRows(database);
  await insertFrames(database, [frameOf(run, 0, 1, 600)]);
  while ((await rollOnce(database)) > 0);
  await insertFrames(database, [frameOf(run, 0, 2, 600)]);
  while ((await rollOnce(database)) > 0);
  for (const spanS of spans)
    assert.ok(Object.values(await sumsBy(database, run.runId, spanS)).every((sum) => sum === 3));
});

test('can be recomputed from the frames', async () => {
  const database = await postgres.fresh();
  const run = await insertRunRows(database);
  await insertFrames(database, [frameOf(run, 0, 1, 600), frameOf(run, 0, 2, 700)]);
  while ((await rollOnce(database)) > 0);
  const before = await sumsBy(database, run.runId, 300);
  await database.query('delete from rollups');
  await markAllDirty(database, run.runId);
  while ((await rollOnce(database)) > 0);
  assert.deepEqual(await sumsBy(database, run.runId, 300), before);
});

test('claims the longest unchanged intervals, up to the limit, optionally of one run', async () => {
  const database = await postgres.fresh();
  const run = await insertRunRows(database);
  const other = await insertRunRows(database);
  for (const second of [30, 10, 20]) await insertFrames(database, [frameOf(run, 0, second, second)]);
  await insertFrames(database, [frameOf(other, 0, 1, 5)]);
  const claim = (tx: Queryable, options: object) =>
    claimIntervals(tx, { spanS: 1, limit: 2, minAgeMs: 0, ...options });
  await database.transaction(async (tx) => {
    assert.deepEqual(await claim(tx, { minAgeMs: 3_600_000 }), []);
    assert.deepEqual(await claim(tx, { runId: other.runId }), [{ runId: other.runId, startS: 5 }]);
    const taken = (await claim(tx, { runId: run.runId })).map(({ startS }) => startS);
    assert.deepEqual(taken, [30, 10]);
    // Another roller gets the rest.
    await database.transaction(async (rival) => {
      assert.deepEqual(await claim(rival, {}), [{ runId: run.runId, startS: 20 }]);
    });
  });
});

test('reports the spans with marks of their age: seconds since the last change, coarser intervals since the first', async () => {
  const database = await postgres.fresh();
  const run = await insertRunRows(database);
  const agesOf = (secondMs: number, coarseMs: number) =>
    dirtySpans(database, (spanS) => (spanS === 1 ? secondMs : coarseMs));
  const makeOld = () => database.query(`update dirty_rollups set touched_at = now() - interval '2 hours'`);
  const rollSeconds = () => rollUp(database, { spanS: 1, limit: 5, minAgeMs: 0 }, async () => []);
  const hourMs = 3_600_000;
  assert.deepEqual(await agesOf(0, 0), new Set());
  await insertFrames(database, [frameOf(run, 0, 1, 600)]);
  assert.deepEqual(await agesOf(0, 0), new Set([1]));
  await makeOld();
  assert.deepEqual(await agesOf(hourMs, 0), new Set([1]));
  await insertFrames(database, [frameOf(run, 0, 2, 600)]);
  assert.deepEqual(await agesOf(hourMs, 0), new Set());
  await rollSeconds();
  assert.deepEqual(await agesOf(0, hourMs), new Set());
  await makeOld();
  await insertFrames(database, [frameOf(run, 0, 3, 601)]);
  await rollSeconds();
  assert.deepEqual(await agesOf(0, hourMs), new Set([15]));
});

test('keeps the mark of an interval whose roll-up fails', async () => {
  const database = await postgres.fresh();
  const run = await insertRunRows(database);
  await insertFrames(database, [frameOf(run, 0, 1, 600)]);
  await assert.rejects(
    rollUp(database, { spanS: 1, limit: 5, minAgeMs: 0 }, async () => {
      throw new Error('out of paper');
    }),
    /out of paper/,
  );
  assert.equal(await countDirty(database, run.runId), 1);
});

test('reads a range in pages, of one or all grids', async () => {
  const database = await postgres.fresh();
  const { runId } = await insertRunRows(database);
  const rows = Array.from({ length: 30 }, (_, index) => ({
    runId,
    gridId: index % 2 === 0 ? '' : 'a',
    spanS: 1 as const,
    startS: Math.floor(index / 2),
    payload: encode(index),
  }));
  await writeRollups(database, rows);
  const read = async (range: object) =>
    (await Array.fromAsync(readRollups(database, { runId, spanS: 1, ...range }, 4))).map(({ payload }) =>
      decode(payload),
    );
  assert.deepEqual(
    await read({}),
    rows.map(({ payload }) => decode(payload)),
  );
  assert.deepEqual(await read({ gridId: 'a', fromS: 3, toS: 6 }), [7, 9, 11]);
});

test('a frame is stored while its second is rolled up, and counted by the next roll-up', async () => {
  const database = await postgres.fresh();
  const run = await insertRunRows(database);
  await insertFrames(database, [frameOf(run, 0, 1, 600)]);
  await rollUp(database, { spanS: 1, limit: 5, minAgeMs: 0 }, async (tx, marks) => {
    const rows = await computeSums(tx, 1, marks);
    await insertFrames(database, [frameOf(run, 0, 2, 600)]);
    return rows;
  });
  assert.deepEqual(Object.values(await sumsBy(database, run.runId, 1)), [1, 1]);
  while ((await rollOnce(database)) > 0);
  for (const spanS of spans)
    assert.deepEqual(Object.values(await sumsBy(database, run.runId, spanS)), [3, 3]);
});

test('does not overwrite a roll-up of a service of an earlier version, which deletes the mark at its claim', async () => {
  const database = await postgres.fresh();
  const run = await insertRunRows(database);
  await insertFrames(database, [frameOf(run, 0, 1, 600)]);
  await rollUp(database, { spanS: 1, limit: 5, minAgeMs: 0 }, async (tx, marks) => {
    const rows = await computeSums(tx, 1, marks);
    await insertFrames(database, [frameOf(run, 0, 2, 600)]);
    await database.transaction(async (other) => {
      await other.query('delete from dirty_rollups');
      await writeRollups(other, await computeSums(other, 1, marks));
    });
    return rows;
  });
  assert.deepEqual(Object.values(await sumsBy(database, run.runId, 1)), [3, 3]);
});

test('counts a frame that is being committed while its second is rolled up', async () => {
  const database = await postgres.fresh();
  const run = await insertRunRows(database);
  await insertFrames(database, [frameOf(run, 0, 1, 600)]);
  // Commits of frames wait for a lock held by the test.
  await database.query(`create function wait_at_commit() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(42); return null; end $$`);
  await database.query(`create constraint trigger wait_at_commit after insert on frames
    deferrable initially deferred for each row execute function wait_at_commit()`);
  let writing: Promise<void> | undefined;
  let rolling: Promise<number> | undefined;
  await database.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock(42)');
    writing = insertFrames(database, [frameOf(run, 0, 2, 600)]);
    await until('the commit to wait', async () => {
      const rows = await database.query("select from pg_locks where locktype = 'advisory' and not granted");
      return rows.length > 0;
    });
    rolling = rollOnce(database);
    await until('the roller to wait for the mark', async () => {
      const rows = await database.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      return rows.length > 1;
    });
  });
  await Promise.all([writing, rolling]);
  while ((await rollOnce(database)) > 0);
  assert.deepEqual(Object.values(await sumsBy(database, run.runId, 0)), [3, 3]);
});

test('a waiting roller waits for intervals of another one, and rolls them up if that fails', async () => {
  const database = await postgres.fresh();
  const run = await insertRunRows(database);
  for (const second of [601, 600]) await insertFrames(database, [frameOf(run, 0, second, second)]);
  let waiting: Promise<number> | undefined;
  const failing = rollUp(database, { spanS: 1, limit: 1, minAgeMs: 0 }, async () => {
    waiting = rollOnce(database, 5, 'wait');
    await until('the other roller to wait', async () => {
      const rows = await database.query(
        "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      return rows.length > 0;
    });
    throw new Error('out of paper');
  });
  await assert.rejects(failing, /out of paper/);
  await waiting;
  assert.equal(await countDirty(database, run.runId), 0);
  assert.deepEqual(Object.values(await sumsBy(database, run.runId, 0)), [1201, 1201]);
});

test('concurrent writers and rollers lose and duplicate nothing', async () => {
  const database = await postgres.fresh({ maxConnections: 20 });
  const run = await insertRunRows(database, { grids: 2, nodesPerGrid: 3 });
  const seqsPerExecution = 150;
  let writers = run.executions.length;

  const write = async (index: number) => {
    let seq = 1;
    while (seq <= seqsPerExecution) {
      const size = 1 + (seq % 3);
      // Few seconds with several frames each, so that executions compete for the same marks; some frames are sent
      // twice.
      const frames = Array.from({ length: size }, (_, offset) =>
        frameOf(run, index, seq + offset, 1000 + ((seq * 7) % 20)),
      );
      await insertFrames(database, frames);
      if (seq % 5 === 0) await insertFrames(database, frames);
      seq += size;
    }
    writers--;
  };
  const roll = async (whenHeld: 'skip' | 'wait') => {
    while (writers > 0 || (await countDirty(database, run.runId)) > 0) await rollOnce(database, 3, whenHeld);
  };
  await Promise.all([
    ...run.executions.keys().map(write),
    roll('skip'),
    roll('skip'),
    roll('wait'),
    roll('wait'),
  ]);

  const [truth] = await database.query<{ sum: number }>(
    "select sum(convert_from(payload, 'UTF8')::int)::bigint as sum from frames where run_id = $1",
    [run.runId],
  );
  assert.ok(truth && truth.sum > 0);
  for (const spanS of spans) {
    const whole = (await Array.fromAsync(readRollups(database, { runId: run.runId, spanS, gridId: '' }))).map(
      ({ payload }) => decode(payload),
    );
    assert.equal(
      whole.reduce((sum, each) => sum + each, 0),
      truth.sum,
      `span ${spanS}`,
    );
  }
});
