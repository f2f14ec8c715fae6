import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remoteErrorsOf } from './remote-errors.ts';

test('a run that waits for nodes states why they do not start, until they have joined', () => {
  const problem = 'Pod a cannot be scheduled: 0/3 nodes are available.';
  const grids = [{ grid: { name: 'calm-reef-1a2b', problems: [problem] } }];
  assert.deepEqual(remoteErrorsOf({ run: { phase: 'waiting_for_nodes', remoteErrors: [] }, grids }), [
    `Grid calm-reef: ${problem}`,
  ]);
  assert.deepEqual(remoteErrorsOf({ run: { phase: 'preparing', remoteErrors: [] }, grids }), []);
  assert.deepEqual(remoteErrorsOf({ run: { phase: 'finished', remoteErrors: ['x'] }, grids }), ['x']);
});
