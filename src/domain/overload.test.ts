import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOverloaded } from './overload.ts';

test('a node is overloaded above 10 % busy time, not by one short peak', () => {
  assert.equal(isOverloaded({ cpuMean: 0.4, busyShare: 0.2, busyS: 120 }), true);
  assert.equal(isOverloaded({ cpuMean: 0.4, busyShare: 0.1, busyS: 120 }), false);
  assert.equal(isOverloaded({ cpuMean: 0.6, busyShare: 0.5, busyS: 15 }), false);
  assert.equal(isOverloaded({ cpuMean: 0.95, busyShare: 1, busyS: 15 }), true);
});
