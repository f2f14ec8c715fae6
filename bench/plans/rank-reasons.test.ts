import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankReasons } from './rank-reasons.ts';

test('orders reasons by the plans that each frees after those before it', () => {
  const plans = [['a'], ['a'], ['b'], ['b', 'c'], ['b', 'c'], ['c', 'd'], []].map((each) => new Set(each));
  assert.deepEqual(rankReasons(plans), [
    { reason: 'a', plans: 2, alone: 2, freed: 2 },
    { reason: 'b', plans: 3, alone: 1, freed: 3 },
    { reason: 'c', plans: 3, alone: 0, freed: 5 },
    { reason: 'd', plans: 1, alone: 0, freed: 6 },
  ]);
});
