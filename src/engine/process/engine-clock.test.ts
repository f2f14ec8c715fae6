import assert from 'node:assert/strict';
import { it } from 'node:test';
import { EngineClock } from './engine-clock.ts';

it('returns the wall clock with fractions, and its last result', () => {
  const clock = new EngineClock();
  try {
    const before = Date.now();
    const nowMs = clock.nowMs();
    assert.ok(Math.abs(nowMs - before) < 1000);
    assert.equal(clock.cachedNowMs(), nowMs);
    assert.ok(clock.nowMs() >= nowMs);
    assert.ok(clock.cachedNowMs() >= nowMs);
  } finally {
    clock.stop();
  }
});
