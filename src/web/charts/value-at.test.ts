import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valueAt } from './value-at.ts';

const times = [0, 5, 15, 20, 30, 35, 50];
const coarse = [8, undefined, 9, undefined, 7, undefined, undefined];

test('a line has its value at its own times and null at a gap', () => {
  assert.equal(valueAt(times, coarse, 2), 9);
  assert.equal(valueAt([0, 1], [3, null], 1), null);
});

test('at a time of another series, the value of the enclosing interval applies', () => {
  assert.equal(valueAt(times, coarse, 1), 8);
  assert.equal(valueAt(times, coarse, 3), 9);
  assert.equal(valueAt(times, [8, undefined, null, undefined, 7, undefined, undefined], 3), null);
});

test('outside of the measured range the value is null', () => {
  assert.equal(valueAt(times, coarse, 5), 7, 'the last interval is as long as the one before');
  assert.equal(valueAt(times, coarse, 6), null);
  assert.equal(valueAt(times, [undefined, undefined, 9, 9, 9, 9, 9], 1), null);
  assert.equal(valueAt([], [], 0), null);
});
