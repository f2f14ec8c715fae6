import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSeconds } from './run-range.ts';

const run = {
  startedAt: new Date(1_000_400),
  loadEndedAt: new Date(1_070_300),
} as const;

test('a run whose target stopped responding lasts until its load ended, not until its last sample', () => {
  const { firstSecond, lastSecond } = runSeconds({ firstSecond: 1002, lastSecond: 1004 }, run);
  assert.deepEqual([firstSecond, lastSecond], [1000, 1070]);
});

test('a run without samples has a duration', () => {
  const { firstSecond, lastSecond } = runSeconds({ firstSecond: null, lastSecond: null }, run);
  assert.deepEqual([firstSecond, lastSecond], [1000, 1070]);
});

test('excludes the time a tool takes to exit after its last sample', () => {
  const { firstSecond, lastSecond } = runSeconds({ firstSecond: 1000, lastSecond: 1067 }, run);
  assert.deepEqual([firstSecond, lastSecond], [1000, 1067]);
});

test('an unfinished run has the seconds of its samples', () => {
  const measured = { firstSecond: 1002, lastSecond: 1004 };
  assert.deepEqual(runSeconds(measured, { ...run, loadEndedAt: null }), measured);
  assert.deepEqual(runSeconds(measured, { startedAt: null, loadEndedAt: null }), measured);
});
