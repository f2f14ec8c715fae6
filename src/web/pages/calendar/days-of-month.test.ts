import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysOfMonth, monthText, parseMonth } from './days-of-month.ts';

test('a month is shown in whole weeks from Monday', () => {
  const days = daysOfMonth(2026, 11);
  assert.equal(days.length, 42);
  assert.deepEqual([days[0]?.getDay(), days[0]?.getDate(), days.at(-1)?.getDate()], [1, 26, 6]);
  assert.equal(daysOfMonth(2027, 2).length, 28);
});

test('reads months of the address, and counts across years', () => {
  assert.deepEqual(parseMonth('2026-11'), { year: 2026, month: 11 });
  for (const bad of [null, '', '2026-13', '26-1', 'x']) assert.equal(parseMonth(bad), undefined);
  assert.deepEqual([monthText(2026, 13), monthText(2026, 0)], ['2027-01', '2025-12']);
});
