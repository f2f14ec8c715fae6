import assert from 'node:assert/strict';
import { it } from 'node:test';
import { dayIn, endOfDay } from './end-of-day.ts';

it('a token made to end on a day is good all that day, where its maker is', () => {
  const end = new Date(endOfDay('2027-03-01') ?? '');
  assert.deepEqual(
    [end.getFullYear(), end.getMonth(), end.getDate(), end.getHours(), end.getMinutes()],
    [2027, 2, 1, 23, 59],
  );
});

it('no day is no end, and what is no day is left to the service to refuse', () => {
  assert.equal(endOfDay(''), null);
  assert.equal(endOfDay('soon'), 'soon');
});

it('counts days over the end of a month and a year', () => {
  assert.equal(dayIn(1, new Date(2026, 11, 31, 23, 30)), '2027-01-01');
  assert.equal(dayIn(0, new Date(2026, 1, 3)), '2026-02-03');
});
