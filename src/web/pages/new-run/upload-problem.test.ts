import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uploadProblem } from './upload-problem.ts';

test('as long as not all was sent, nothing was started', () => {
  assert.equal(
    uploadProblem('unreachable', false),
    'The service does not answer. Nothing was started; try again.',
  );
  assert.equal(uploadProblem('cancelled', false), 'The upload was cancelled.');
});

test('once all was sent, the run may be there', () => {
  for (const why of ['unreachable', 'cancelled'] as const) {
    assert.match(uploadProblem(why, true), /The run may have been started/);
    assert.doesNotMatch(uploadProblem(why, true), /Nothing was started/);
  }
});
