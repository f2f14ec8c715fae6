import assert from 'node:assert/strict';
import { it } from 'node:test';
import { dayIn, endOfDay } from './end-of-day.ts';

it('a token is valid until the end of its expiry day in the time zone of its creator', () => {
  const end = new Date(endOfDay('2027-03-01') ?? '');
  assert.deepEqual(
    [end.getFullYear(), end.getMonth(), end.getDate(), end.getHours(), end.getMinutes()],
    [2027, 2, 1, 23, 59],
  );
});

it('an empty day means no expiry, and an invalid day is passed on for the service to reject', () => {
  assert.equal(endOfDay(''), null);
  assert.equal(endOfDay('soon'), 'soon');
});

it('counts days over the end of a month and a year', () => {
  assert.equal(dayIn(1, new Date(2026, 11, 31, 23, 30)), '2027-01-01');
  assert.equal(dayIn(0, new Date(2026, 1, 3)), '2026-02-03');
});
