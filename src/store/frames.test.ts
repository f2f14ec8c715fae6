import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows } from '../../test/support/rows.ts';
import type { Database } from './database.ts';
import { frameTotals, insertFrames, missingSeqs, readFrames, removeFrames, streamFrames } from './frames.ts';

const postgres = withDatabase();

async function dirtySeconds(database: Database): Promise<number[]> {
  const rows = await database.query<{ start_s: number }>(
    'select start_s from dirty_rollups where span_s = 1 order by start_s',
  );
  return rows.map((row) => row.start_s);
}

test('returns the stored bytes of each frame with its grid', async () => {
  const database = await postgres.fresh();
  const { runId, executions } = await insertRunRows(database, { grids: 2 });
  const payloads = [randomBytes(5000), Buffer.alloc(0), Buffer.from([0, 255, 92])];
  const frames = executions.flatMap(({ executionId }) =>
    payloads.map((payload, index) => ({
      executionId,
      runId,
      seq: index + 1,
      second: 1000 + index,
      samples: 7,
      payload,
    })),
  );
  await insertFrames(database, frames);
  const read = await readFrames(database, runId, [1000, 1001, 1002]);
  assert.equal(read.length, 6);
  for (const { executionId, gridId } of executions) {
    const own = read.filter((frame) => frame.executionId === executionId);
    assert.deepEqual(
      own.map((frame) => frame.payload),
      payloads,
    );
    assert.ok(own.every((frame) => frame.gridId === gridId));
  }
  assert.deepEqual(
    (await readFrames(database, runId, 1001)).map(({ seq, second }) => ({ seq, second })),
    [
      { seq: 2, second: 1001 },
      { seq: 2, second: 1001 },
    ],
  );
});

test('stores a frame once, and marks only new frames dirty', async () => {
  const database = await postgres.fresh();
  const { runId, executions } = await insertRunRows(database);
  const executionId = executions[0]?.executionId ?? '';
  const frame = (seq: number, second: number, text: string) => ({
    executionId,
    runId,
    seq,
    second,
    samples: 7,
    payload: Buffer.from(text),
  });
  await insertFrames(database, [frame(1, 10, 'one'), frame(1, 10, 'one'), frame(2, 11, 'two')]);
  assert.deepEqual(await dirtySeconds(database), [10, 11]);
  await database.query('delete from dirty_rollups');
  await insertFrames(database, [frame(1, 10, 'one again'), frame(2, 11, 'two again'), frame(3, 12, 'three')]);
  assert.deepEqual(await dirtySeconds(database), [12]);
  assert.deepEqual(await frameTotals(database, executionId), { frames: 3, samples: 21, maxSeq: 3 });
  const [first] = await readFrames(database, runId, 10);
  assert.equal(first?.payload.toString(), 'one');
});

test('lists missing frames', async () => {
  const database = await postgres.fresh();
  const { runId, executions } = await insertRunRows(database);
  const executionId = executions[0]?.executionId ?? '';
  assert.deepEqual(await frameTotals(database, executionId), { frames: 0, samples: 0, maxSeq: 0 });
  const frames = [1, 2, 5].map((seq) => ({
    executionId,
    runId,
    seq,
    second: seq,
    samples: 7,
    payload: Buffer.from('x'),
  }));
  await insertFrames(database, frames);
  assert.deepEqual(await missingSeqs(database, executionId, 7), [3, 4, 6, 7]);
  assert.deepEqual(await missingSeqs(database, executionId, 2), []);
});

test('streams the frames of one execution in order across pages', async () => {
  const database = await postgres.fresh();
  const { runId, executions } = await insertRunRows(database, { nodesPerGrid: 2 });
  const frames = executions.flatMap(({ executionId }) =>
    Array.from({ length: 25 }, (_, index) => ({
      executionId,
      runId,
      seq: index + 1,
      second: 100 - index,
      samples: 7,
      payload: Buffer.from(String(index)),
    })),
  );
  await insertFrames(database, frames.toReversed());
  const seqs: number[] = [];
  for await (const { seq } of streamFrames(database, executions[1]?.executionId ?? '', 10)) seqs.push(seq);
  assert.deepEqual(
    seqs,
    Array.from({ length: 25 }, (_, index) => index + 1),
  );
});

test('deletes the frames of one run only', async () => {
  const database = await postgres.fresh();
  const one = await insertRunRows(database);
  const other = await insertRunRows(database);
  for (const { runId, executions } of [one, other]) {
    const executionId = executions[0]?.executionId ?? '';
    await insertFrames(
      database,
      [1, 2, 3].map((seq) => ({
        executionId,
        runId,
        seq,
        second: seq,
        samples: 7,
        payload: Buffer.from('x'),
      })),
    );
  }
  assert.equal(await removeFrames(database, one.runId), 3);
  assert.deepEqual(await frameTotals(database, one.executions[0]?.executionId ?? ''), {
    frames: 0,
    samples: 0,
    maxSeq: 0,
  });
  assert.deepEqual(await frameTotals(database, other.executions[0]?.executionId ?? ''), {
    frames: 3,
    samples: 21,
    maxSeq: 3,
  });
});

for (const state of ['given_up', 'delivered'])
  test(`ignores the frames of an execution in state ${state}`, async () => {
    const database = await postgres.fresh();
    const { runId, executions } = await insertRunRows(database, { nodesPerGrid: 2 });
    const [lost, alive] = executions.map((execution) => execution.executionId) as [string, string];
    await database.query(`update executions set state = $2 where id = $1`, [lost, state]);
    const frames = [lost, alive].map((executionId) => ({
      executionId,
      runId,
      seq: 1,
      second: 10,
      samples: 7,
      payload: Buffer.from('x'),
    }));
    await insertFrames(database, frames);
    assert.equal((await frameTotals(database, lost)).frames, 0);
    assert.equal((await frameTotals(database, alive)).frames, 1);
  });
