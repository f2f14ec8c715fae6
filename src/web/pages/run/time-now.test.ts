import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeNow } from './time-now.ts';

test('extrapolates from the time of the service', () => {
  const view = { phase: 'running', elapsed: 75, remaining: 2 };
  assert.deepEqual(timeNow(view, 0), { elapsedS: 75, remainingS: 2 });
  assert.deepEqual(timeNow(view, 1900), { elapsedS: 76, remainingS: 1 });
  assert.deepEqual(timeNow(view, 5000), { elapsedS: 80, remainingS: 0 });
});

test('stops when the load has ended, and is null where the service reports null', () => {
  const over = { phase: 'collecting', elapsed: 75, remaining: null };
  assert.deepEqual(timeNow(over, 9000), { elapsedS: 75, remainingS: null });
  const queued = { phase: 'preparing', elapsed: null, remaining: null };
  assert.deepEqual(timeNow(queued, 9000), { elapsedS: null, remainingS: null });
});
