import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelOfThreshold } from './label-of-threshold.ts';

test('returns the label of a threshold', () => {
  assert.equal(labelOfThreshold('label("Checkout").p99 > 2s'), 'Checkout');
  assert.equal(labelOfThreshold(` Label ( 'a "b" \\'c\\'' ).errors > 1%`), `a "b" 'c'`);
  assert.equal(labelOfThreshold('p95 > 800ms'), null);
});
