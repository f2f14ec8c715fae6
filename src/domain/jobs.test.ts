import assert from 'node:assert/strict';
import { test } from 'node:test';
import { advanceRunJob, endRunJob, reconcileGridJob, retentionJob } from './jobs.ts';

test('names and keys stay as they are stored in databases', () => {
  const runId = 'r';
  assert.deepEqual([advanceRunJob.name, advanceRunJob.key({ runId })], ['run.advance', 'run:r']);
  assert.deepEqual([endRunJob.name, endRunJob.key({ runId, reason: '' })], ['run.end', 'run.end:r']);
  assert.deepEqual([reconcileGridJob.name, reconcileGridJob.key({ gridId: 'g' })], ['grid.tend', 'grid:g']);
  assert.deepEqual([retentionJob.name, retentionJob.key({})], ['retention', 'retention']);
});

test('rejects a stored payload without a field', () => {
  assert.deepEqual(endRunJob.read({ runId: 'r', reason: 'why' }), { runId: 'r', reason: 'why' });
  assert.throws(() => endRunJob.read({ runId: 'r' }), /payload of job run\.end has no reason/);
});

test('a payload of another job does not compile', () => {
  // @ts-expect-error: a run job has no gridId.
  assert.equal(advanceRunJob.key({ gridId: 'g' }), 'run:undefined');
});
