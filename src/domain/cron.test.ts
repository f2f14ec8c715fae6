import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkCron, nextTimes } from './cron.ts';
import { AppError } from './errors.ts';

test('finds the next times in a time zone, through a change of daylight saving time', () => {
  const times = (cron: string, timeZone: string, from: string, count = 3) =>
    nextTimes(cron, timeZone, new Date(from), count).map((at) => at.toISOString().slice(0, 16));
  assert.deepEqual(times('30 9 * * *', 'Europe/Berlin', '2026-03-27T12:00:00Z'), [
    '2026-03-28T08:30',
    '2026-03-29T07:30',
    '2026-03-30T07:30',
  ]);
  assert.deepEqual(times('0 9 * * MON-FRI', 'America/New_York', '2026-11-20T20:00:00Z', 1), [
    '2026-11-23T14:00',
  ]);
  assert.deepEqual(times('*/20 * * * *', 'UTC', '2026-01-01T00:00:00Z'), [
    '2026-01-01T00:20',
    '2026-01-01T00:40',
    '2026-01-01T01:00',
  ]);
});

test('rejects expressions and time zones that do not exist', () => {
  const refuses = (cron: string, timeZone: string, field: string, sentence: RegExp) =>
    assert.throws(
      () => checkCron(cron, timeZone),
      (error) =>
        error instanceof AppError && error.details[0]?.field === field && sentence.test(error.message),
      cron,
    );
  checkCron('0 2 * * *', 'Europe/Berlin');
  refuses('61 * * * *', 'UTC', 'schedule[cron]', /minute: 61\. Use minute, hour, day/);
  refuses('* * * * * *', 'UTC', 'schedule[cron]', /6 fields instead of 5/);
  refuses('0 0 30 2 *', 'UTC', 'schedule[cron]', /no time in the future/);
  refuses('x'.repeat(200), 'UTC', 'schedule[cron]', /more than 100 characters/);
  refuses('0 2 * * *', 'Europe/Nowhere', 'schedule[time_zone]', /"Europe\/Nowhere" does not exist/);
});
