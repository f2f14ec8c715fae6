import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wholeSeconds } from './whole-seconds.ts';

test('the rate of the last second is not drawn, that of a longer interval is', () => {
  assert.deepEqual(wholeSeconds([10, 12, 3], 1), [10, 12, null]);
  assert.deepEqual(wholeSeconds([10, 12, 3], 15), [10, 12, 3]);
  assert.deepEqual(wholeSeconds([10, 12, 3], undefined), [10, 12, 3], 'a selected range');
  assert.deepEqual(wholeSeconds([10, 3], 1), [10, 3], 'a run of one or two seconds is shown as it is');
});
