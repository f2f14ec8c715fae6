import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextInterval } from './size-ramp.ts';

test('measures a whole interval of stored figures, after the virtual users have started', () => {
  assert.deepEqual(nextInterval(1000), { from: 1005, to: 1020 });
  assert.deepEqual(nextInterval(1001), { from: 1005, to: 1020 });
  assert.deepEqual(nextInterval(1001.5), { from: 1020, to: 1035 });
  assert.deepEqual(nextInterval(1020), { from: 1035, to: 1050 });
});
