import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { niceTop, timeTicks } from './time-ticks.ts';

describe('timeTicks', () => {
  it('counts from the start of the run in round steps', () => {
    assert.deepEqual(timeTicks(0, 60, 6), [0, 10, 20, 30, 40, 50, 60]);
    assert.deepEqual(timeTicks(43, 93, 4), [45, 60, 75, 90]);
  });

  it('never has many more than there is room for, for seconds and for weeks', () => {
    for (const span of [1, 10, 300, 21_600, 86_400, 30 * 86_400])
      assert.ok(timeTicks(0, span, 8).length <= 9, String(span));
  });
});

describe('niceTop', () => {
  it('is the next round figure', () => {
    assert.deepEqual(
      [0, 0.7, 3, 10, 99, 103, 490].map((most) => niceTop(most)),
      [1, 0.8, 3, 10, 100, 120, 500],
    );
  });

  it('has a whole half where whole things are counted', () => {
    assert.deepEqual(
      [0, 1, 3, 24, 150, 9].map((most) => niceTop(most, true)),
      [2, 2, 4, 30, 150, 10],
    );
  });
});
