import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createObstacles } from './obstacles.ts';

test('shows each error once, and at most five at a time', () => {
  const obstacles = createObstacles();
  assert.deepEqual(obstacles(['a']), ['✕ a']);
  assert.deepEqual(obstacles(['a', 'b']), ['✕ b']);
  const many = Array.from({ length: 9 }, (_, index) => `pod ${index}`);
  assert.deepEqual(obstacles(many), [
    ...many.slice(0, 5).map((error) => `✕ ${error}`),
    '✕ … and 4 more; spate grids lists them.',
  ]);
  assert.deepEqual(obstacles(many), []);
});
