import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExecutionRecord } from '../store/executions.ts';
import { reconcile } from './reconciliation.ts';

test('a tool that ended without its own sample count, on a full disk as well as killed, is not called killed', () => {
  const outcome = {
    exitCode: 74,
    signal: null,
    errors: [],
    samplesProduced: 5,
    samplesFramed: 5,
    lastSeq: 1,
  };
  const execution: ExecutionRecord = {
    id: 'e',
    runId: 'r',
    gridId: 'g',
    nodeId: 'n',
    nodeIndex: 0,
    gridIndex: 0,
    part: null,
    state: 'delivered',
    want: 'forget',
    progress: null,
    errors: [],
    outcome: { ...outcome, isOwnCountMissing: true, firstSampleAtMs: 1 },
    logTail: [],
    generator: null,
    stateAt: new Date(0),
    lostAt: null,
  };
  const { isComplete, notes } = reconcile({
    executions: [{ execution, where: 'node 1', receivedSamples: 5, receivedFrames: 1 }],
    stored: 5,
    reported: 5,
    rows: [],
  });
  assert.ok(isComplete);
  assert.deepEqual(notes, [
    'The load generator on the node 1 ended without its own sample count; the 5 samples in its results count as produced.',
  ]);
});
