import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scheduleOf, victimsOfOne } from './schedule.ts';

const round = { faults: 20, spanMs: 60_000, victims: victimsOfOne };

test('a seed always gives the same faults, in order of time', () => {
  const faults = scheduleOf(7, round);
  assert.deepEqual(scheduleOf(7, round), faults);
  assert.notDeepEqual(scheduleOf(8, round), faults);
  const times = faults.map(({ atMs }) => atMs);
  assert.deepEqual(
    times,
    times.toSorted((left, right) => left - right),
  );
});
