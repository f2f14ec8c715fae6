import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupReasons, placesInWords } from './engine-reasons.ts';

test('reasons are listed once, that of the most places first', () => {
  const reasons = [
    { place: 'P > A', reason: 'one' },
    { place: 'P > B', reason: 'two' },
    { place: 'P > C', reason: 'two' },
    { place: 'P > C', reason: 'two' },
  ];
  assert.deepEqual(groupReasons(reasons), [
    { reason: 'two', places: ['P > B', 'P > C'] },
    { reason: 'one', places: ['P > A'] },
  ]);
});

test('the first places are named and the others counted', () => {
  assert.equal(placesInWords(['a']), 'a');
  assert.equal(placesInWords(['a', 'b', 'c']), 'a, b, c');
  assert.equal(placesInWords(['a', 'b', 'c', 'd']), 'a, b, c and 1 more place');
  assert.equal(placesInWords(['a', 'b', 'c', 'd', 'e']), 'a, b, c and 2 more places');
});
