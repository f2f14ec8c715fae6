import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { niceTop, timeTicks } from './time-ticks.ts';

describe('timeTicks', () => {
  it('returns round steps from the start of the run', () => {
    assert.deepEqual(timeTicks(0, 60, 6), [0, 10, 20, 30, 40, 50, 60]);
    assert.deepEqual(timeTicks(43, 93, 4), [45, 60, 75, 90]);
  });

  it('limits the number of ticks for ranges from seconds to weeks', () => {
    for (const span of [1, 10, 300, 21_600, 86_400, 30 * 86_400])
      assert.ok(timeTicks(0, span, 8).length <= 9, String(span));
  });
});

describe('niceTop', () => {
  it('is the next round value', () => {
    assert.deepEqual(
      [0, 0.7, 3, 10, 99, 103, 490].map((most) => niceTop(most)),
      [1, 0.8, 3, 10, 100, 120, 500],
    );
  });

  it('has an integer half for counts', () => {
    assert.deepEqual(
      [0, 1, 3, 24, 150, 9].map((most) => niceTop(most, true)),
      [2, 2, 4, 30, 150, 10],
    );
  });
});
