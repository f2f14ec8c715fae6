import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FollowingClock } from './following-clock.ts';

function clockAt(offset: readonly [number, number]) {
  const steady = { ms: 1_000, nowMs: () => steady.ms };
  return { steady, clock: new FollowingClock(steady, offset) };
}

test('starts in the middle of the measured range, and ignores measurements that agree', () => {
  const { steady, clock } = clockAt([498, 502]);
  assert.equal(clock.nowMs(), 1_500);
  assert.equal(clock.follow([400, 600]), 0);
  steady.ms += 10;
  assert.equal(clock.nowMs(), 1_510);
});

test('is set forward at once, to the edge of the range', () => {
  const { clock } = clockAt([0, 0]);
  assert.equal(clock.follow([3_000, 3_004]), 3_000);
  assert.equal(clock.nowMs(), 4_000);
});

test('runs at half speed until it is no longer ahead', () => {
  const { steady, clock } = clockAt([5_000, 5_000]);
  assert.equal(clock.follow([3_999, 4_000]), -1_000);
  assert.equal(clock.nowMs(), 6_000);
  steady.ms += 1_000;
  assert.equal(clock.nowMs(), 6_500);
  // Measured again meanwhile.
  assert.equal(clock.follow([3_999, 4_000]), 0);
  assert.equal(clock.nowMs(), 6_500);
  steady.ms += 1_000;
  assert.equal(clock.nowMs(), 7_000);
  steady.ms += 1_000;
  assert.equal(clock.nowMs(), 8_000);
});
