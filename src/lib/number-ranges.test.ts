import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberRanges } from './number-ranges.ts';

test('joins consecutive numbers to ranges', () => {
  assert.equal(numberRanges([2, 5, 6, 7, 9, 10]), '2, 5-7, 9-10');
  assert.equal(numberRanges([3]), '3');
  assert.equal(numberRanges([]), '');
});
