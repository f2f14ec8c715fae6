import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runTime } from './run-time.ts';

const startedAt = new Date(1_000_000);
const run = {
  phase: 'running',
  startedAt,
  loadEndedAt: null,
  durationS: 300,
  stopRequestedAt: null,
} as const;
const at = (seconds: number) => startedAt.getTime() + seconds * 1000;

test('computes elapsed and remaining time', () => {
  assert.deepEqual(runTime(run, at(75)), { elapsedS: 75, remainingS: 225 });
  assert.deepEqual(runTime(run, at(75.9)), { elapsedS: 75, remainingS: 225 });
  assert.deepEqual(runTime(run, at(-0.3)), { elapsedS: 0, remainingS: 300 }, 'the start lies ahead');
});

test('remaining time is 0 after the duration', () => {
  assert.deepEqual(runTime(run, at(301)), { elapsedS: 301, remainingS: 0 });
});

test('remaining time is null without a duration and while stopping', () => {
  assert.deepEqual(runTime({ ...run, durationS: null }, at(75)), { elapsedS: 75, remainingS: null });
  assert.deepEqual(runTime({ ...run, durationS: 0 }, at(75)), { elapsedS: 75, remainingS: null });
  assert.deepEqual(runTime({ ...run, stopRequestedAt: startedAt }, at(75)), {
    elapsedS: 75,
    remainingS: null,
  });
  const over = { ...run, phase: 'collecting', loadEndedAt: new Date(at(80)) } as const;
  assert.deepEqual(runTime(over, at(95)), { elapsedS: 80, remainingS: null });
});

test('is null before the start', () => {
  const queued = { ...run, phase: 'preparing', startedAt: null } as const;
  assert.deepEqual(runTime(queued, at(5)), { elapsedS: null, remainingS: null });
});
