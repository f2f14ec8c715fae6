import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { indexAt } from './index-at.ts';

describe('indexAt', () => {
  it('finds the interval that contains a time', () => {
    const times = [0, 15, 30];
    assert.deepEqual(
      [-1, 0, 14, 15, 29, 30, 99].map((at) => indexAt(times, at)),
      [0, 0, 0, 1, 1, 2, 2],
    );
  });
});
