import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uploadProblem } from './upload-problem.ts';

test('an incomplete upload starts no run', () => {
  assert.equal(
    uploadProblem('unreachable', false),
    'The service is not reachable. No run was started. Try again.',
  );
  assert.equal(uploadProblem('cancelled', false), 'The upload was cancelled.');
});

test('after a complete upload the run may exist', () => {
  for (const why of ['unreachable', 'cancelled'] as const) {
    assert.match(uploadProblem(why, true), /The run may have been created/);
    assert.doesNotMatch(uploadProblem(why, true), /No run was started/);
  }
});
