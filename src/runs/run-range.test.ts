import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSeconds } from './run-range.ts';

const run = {
  startedAt: new Date(1_000_400),
  loadEndedAt: new Date(1_070_300),
} as const;

test('a run whose target stopped answering lasts until its load ended, not until its last sample', () => {
  const { firstSecond, lastSecond } = runSeconds({ firstSecond: 1002, lastSecond: 1004 }, run);
  assert.deepEqual([firstSecond, lastSecond], [1000, 1070]);
});

test('a run without a sample has its duration too', () => {
  const { firstSecond, lastSecond } = runSeconds({ firstSecond: null, lastSecond: null }, run);
  assert.deepEqual([firstSecond, lastSecond], [1000, 1070]);
});

test('the seconds that a tool takes to end after its last sample are no part of the run', () => {
  const { firstSecond, lastSecond } = runSeconds({ firstSecond: 1000, lastSecond: 1067 }, run);
  assert.deepEqual([firstSecond, lastSecond], [1000, 1067]);
});

test('a run that goes on, or has not started, has the seconds of its samples', () => {
  const measured = { firstSecond: 1002, lastSecond: 1004 };
  assert.deepEqual(runSeconds(measured, { ...run, loadEndedAt: null }), measured);
  assert.deepEqual(runSeconds(measured, { startedAt: null, loadEndedAt: null }), measured);
});
