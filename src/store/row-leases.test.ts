import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withDatabase } from '../../test/support/postgres.ts';
import { insertRunRows } from '../../test/support/rows.ts';
import { countRows, type RowRange } from '../domain/row-ranges.ts';
import type { Database } from './database.ts';
import { giveUpExecution, noteReportedState, removeExecution } from './executions.ts';
import { leaseRows, rowReceipts } from './row-leases.ts';

const postgres = withDatabase();
const file = 'users.csv';

async function stage(rows: number, nodes: number) {
  const database = await postgres.fresh();
  const { runId, executions } = await insertRunRows(database, { nodesPerGrid: nodes });
  const ask = (node: number, used: number, wanted: number) => {
    const { nodeId, executionId } = executions[node]!;
    return leaseRows(database, nodeId, { executionId, file, rows, used, wanted });
  };
  return { database, runId, executions, ask };
}

function end(
  database: Database,
  { nodeId, executionId }: { nodeId: string; executionId: string },
  used: number,
) {
  const outcome = {
    exitCode: 0,
    signal: null,
    errors: [],
    samplesProduced: used,
    samplesFramed: used,
    lastSeq: 0,
    firstSampleAtMs: null,
    rows: [{ file, used }],
  };
  return database.transaction((tx) =>
    noteReportedState(tx, nodeId, executionId, { state: 'ended', progress: null, errors: [], outcome }),
  );
}

test('repeated requests change nothing, and leases do not overlap', async () => {
  const { ask } = await stage(1000, 2);
  const first = await ask(0, 0, 100);
  assert.deepEqual(first, { used: 0, held: [[0, 100]], isExhausted: false });
  assert.deepEqual(await ask(0, 0, 100), first);
  assert.deepEqual((await ask(1, 0, 50))?.held, [[100, 150]]);
  assert.deepEqual(await ask(0, 60, 120), {
    used: 60,
    held: [
      [60, 100],
      [150, 170],
    ],
    isExhausted: false,
  });
});

test('unread rows of an ended execution are leased again, those of a lost node are not', async () => {
  const { database, runId, executions, ask } = await stage(100, 3);
  await ask(0, 0, 10);
  await ask(1, 0, 10);
  await ask(0, 4, 10);
  await end(database, executions[0]!, 6);
  await end(database, executions[0]!, 6);
  await database.transaction((tx) => giveUpExecution(tx, executions[1]!.executionId));
  assert.equal(await ask(1, 10, 20), undefined);
  const held: RowRange[] = [];
  for (;;) {
    const used = countRows(held);
    const lease = await ask(2, used, used + 1000);
    held.push(...(lease?.held ?? []));
    if (lease?.isExhausted) break;
  }
  assert.equal(countRows(held), 100 - 6 - 10);
  assert.ok(held.every(([from, to]) => (to <= 10 ? from >= 6 : from >= 20)));
  assert.deepEqual(await rowReceipts(database, runId), [
    { file, rows: 100, used: 6 + 84 - countRows(held.slice(-1)), returned: 4, lost: 10, left: 0 },
  ]);
});

test('the file is exhausted only when no other execution can return rows', async () => {
  const { database, executions, ask } = await stage(2, 2);
  assert.deepEqual((await ask(0, 0, 9))?.held, [[0, 1]]);
  assert.equal((await ask(1, 0, 9))?.isExhausted, false);
  assert.equal((await ask(1, 1, 9))?.isExhausted, false);
  await end(database, executions[0]!, 0);
  assert.deepEqual(await ask(1, 1, 9), { used: 1, held: [[0, 1]], isExhausted: true });
});

test('an execution that is left out returns its rows', async () => {
  const { database, runId, executions, ask } = await stage(10, 2);
  await ask(0, 0, 5);
  await database.transaction((tx) => removeExecution(tx, executions[0]!.executionId));
  assert.equal((await rowReceipts(database, runId))[0]?.left, 10);
});

test('concurrent requests of many nodes lease each row once', async () => {
  const { ask } = await stage(5000, 8);
  const seen = new Uint8Array(5000);
  await Promise.all(
    Array.from({ length: 8 }, async (_, node) => {
      for (let used = 0; ; ) {
        const lease = await ask(node, used, used + 200);
        for (const [from, to] of lease?.held ?? []) for (let row = from; row < to; row++) seen[row]! += 1;
        used += countRows(lease?.held ?? []);
        if (lease?.isExhausted) return;
      }
    }),
  );
  assert.ok(seen.every((times) => times === 1));
});
