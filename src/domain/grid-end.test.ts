import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gridEndWarnings } from './grid-end.ts';

const nowMs = 1_000_000;

test('warns of a new grid whose stop_after is no longer than the duration', () => {
  assert.deepEqual(gridEndWarnings([{ stopAfterMin: 1 }], 60, nowMs), [
    'The grid stops 1 min after its start (stop_after), before the end of the run, which takes 60 s plus preparation. The run will be stopped early. Use stop_after 2 or more.',
  ]);
  assert.deepEqual(gridEndWarnings([{ stopAfterMin: 2 }], 60, nowMs), []);
});

test('warns of a running grid that stops before the end of the duration', () => {
  const grid = { name: 'calm-reef', endsAtMs: nowMs + 43_000 };
  assert.match(gridEndWarnings([grid], 60, nowMs).join(), /^Grid calm-reef stops in 43 s/);
  assert.deepEqual(gridEndWarnings([grid], 42, nowMs), []);
});

test('does not warn of the shared grid or runs without a duration, and has no duplicates', () => {
  assert.deepEqual(gridEndWarnings([{ name: 'shared', endsAtMs: null }], 60, nowMs), []);
  assert.deepEqual(gridEndWarnings([{ stopAfterMin: 1 }], null, nowMs), []);
  assert.equal(gridEndWarnings([{ stopAfterMin: 1 }, { stopAfterMin: 1 }], 600, nowMs).length, 1);
});
