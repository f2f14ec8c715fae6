import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createThrottle } from './throttle.ts';

function handClock() {
  let ms = 1_000_000;
  return { nowMs: () => ms, pass: (more: number) => (ms += more) };
}

describe('createThrottle', () => {
  it('allows a burst, then one per interval, and returns the time to wait', () => {
    const clock = handClock();
    const throttle = createThrottle(clock, { burst: 3, everyMs: 2_000 });
    assert.deepEqual(
      [1, 2, 3, 4].map(() => throttle.take('a')),
      [0, 0, 0, 2],
    );
    assert.equal(throttle.take('a'), 2, 'a rejected call does not count');
    clock.pass(1_500);
    assert.equal(throttle.take('a'), 1);
    clock.pass(500);
    assert.deepEqual([throttle.take('a'), throttle.take('a')], [0, 2]);
    clock.pass(3_600_000);
    assert.deepEqual(
      [1, 2, 3, 4].map(() => throttle.take('a')),
      [0, 0, 0, 2],
    );
  });

  it('does not limit calls below the rate', () => {
    const clock = handClock();
    const throttle = createThrottle(clock, { burst: 2, everyMs: 3_000 });
    for (let count = 0; count < 10_000; count++) {
      assert.equal(throttle.take('a'), 0);
      clock.pass(3_000);
    }
  });

  it('counts keys separately, and supports undo', () => {
    const throttle = createThrottle(handClock(), { burst: 1, everyMs: 1_000 });
    assert.deepEqual([throttle.take('a'), throttle.take('b'), throttle.take('a')], [0, 0, 1]);
    throttle.giveBack('a');
    throttle.giveBack('unknown');
    assert.deepEqual([throttle.take('a'), throttle.take('a'), throttle.take('unknown')], [0, 1, 0]);
  });

  it('keeps the newest keys above the maximum', () => {
    const throttle = createThrottle(handClock(), { burst: 1, everyMs: 1_000 }, 2);
    for (const key of ['a', 'b', 'c']) throttle.take(key);
    assert.deepEqual([throttle.take('b'), throttle.take('c'), throttle.take('a')], [1, 1, 0]);
  });
});
