import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows } from '../../test/support/rows.ts';
import { silentLog } from '../lib/log.ts';
import { encodeFrame } from '../metrics/frame.ts';
import { frameTotals } from '../store/frames.ts';
import { createIngest } from './ingest.ts';

const postgres = withDatabase();
const payload = encodeFrame({ seq: 1, second: 1000, users: 1, labels: new Map() });

test('stores the frames of other nodes when one node sends an invalid frame', async () => {
  const database = await postgres.fresh();
  const { runId, executions } = await insertRunRows(database, { nodesPerGrid: 3 });
  const [good = '', tooShort = '', tooLate = ''] = executions.map(({ executionId }) => executionId);
  const ingest = createIngest({ database, log: silentLog });
  const ends = await Promise.allSettled([
    ingest.take(good, runId, [{ seq: 1, second: 1000, payload }]),
    ingest.take(tooShort, runId, [{ seq: 1, second: 1000, payload: Buffer.from([1]) }]),
    ingest.take(tooLate, runId, [{ seq: 1, second: 4_294_967_295, payload }]),
  ]);
  assert.deepEqual(
    ends.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected'],
  );
  assert.equal((await frameTotals(database, good)).frames, 1);
  assert.equal(ingest.pendingBytes, 0);
  await ingest.close();
});

test('stores frames that arrive right after a batch was stored', { timeout: 30_000 }, async () => {
  const database = await postgres.fresh();
  const { runId, executions } = await insertRunRows(database);
  const executionId = executions[0]?.executionId ?? '';
  const ingest = createIngest({ database, log: silentLog });
  for (const seq of [1, 2, 3]) await ingest.take(executionId, runId, [{ seq, second: 1000, payload }]);
  assert.equal((await frameTotals(database, executionId)).frames, 3);
});
