import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeEarlyEnds, isEarlyEnd } from './early-ends.ts';

const trace = [
  'Exception in thread "main" java.lang.IllegalStateException: no stock.',
  '\tat Shop.main(Shop.java:9)',
];

it('summarizes users that ended early with the most frequent reason', () => {
  const one = { code: 1, signal: null, errorLines: ['INFO: hello', ...trace] };
  const other = { code: null, signal: 'SIGKILL' as const, errorLines: [] };
  assert.deepEqual(describeEarlyEnds([one, other, one], 5), [
    '3 of 5 users ended early: java.lang.IllegalStateException: no stock (exit code 1). Other reasons are in selenium.log.',
  ]);
  assert.deepEqual(describeEarlyEnds([other], 1), ['1 of 1 users ended early: SIGKILL.']);
  assert.deepEqual(describeEarlyEnds([], 3), []);
});

it('a requested or successful end is not early', () => {
  const end = { code: 0, signal: null, wasEnded: false, errorLines: [] };
  assert.equal(isEarlyEnd(end), false);
  assert.equal(isEarlyEnd({ ...end, code: 143, wasEnded: true }), false);
  assert.equal(isEarlyEnd({ ...end, code: 1 }), true);
});
