import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plannedEntries } from './calendar.ts';

test('planned times are those of the schedule within the range, in its time zone', () => {
  const schedule = {
    cron: '30 2 * * *',
    timeZone: 'Europe/Berlin',
    testId: 't',
    testName: 'Shop',
    project: 'Default',
  };
  const planned = plannedEntries(
    schedule,
    new Date('2026-10-24T12:00:00Z'),
    new Date('2026-10-27T00:00:00Z'),
  );
  assert.deepEqual(
    planned.map(({ at, kind, name }) => [at.toISOString(), kind, name]),
    [
      ['2026-10-25T00:30:00.000Z', 'planned', 'Shop'],
      ['2026-10-26T01:30:00.000Z', 'planned', 'Shop'],
    ],
  );
});
