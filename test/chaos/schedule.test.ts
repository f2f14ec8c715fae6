import assert from 'node:assert/strict';
import { test } from 'node:test';
import { breakableOf } from './breakable.ts';
import { type Fault, nameOf, scheduleOf } from './schedule.ts';

const round = { faults: 20, spanMs: 60_000, breakable: breakableOf(1) };

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

test('every part of a stage breaks alone, and some faults outlast the timeouts of the product', () => {
  const faults: Fault[] = scheduleOf(1, { faults: 3000, spanMs: 1, breakable: breakableOf(3) }).map(
    ({ fault }) => fault,
  );
  const cuts = new Set(faults.flatMap((each) => (each.kind === 'cut' ? `${each.wire} ${each.index}` : [])));
  assert.deepEqual([...cuts].sort(), [
    ...['database 0', 'database 1', 'database 2', 'node 0', 'node 1'],
    ...['service 0', 'service 1', 'service 2', 'storage 0', 'storage 1', 'storage 2'],
  ]);
  const longest = (kind: Fault['kind']) =>
    Math.max(...faults.map((each) => (each.kind === kind && 'forMs' in each ? each.forMs : 0)));
  for (const kind of ['cut', 'freeze'] as const) assert.ok(longest(kind) > 30_000, kind);
  for (const kind of ['fill', 'slow', 'delay', 'swap'] as const) assert.ok(longest(kind) <= 8_000, kind);
  assert.ok(
    !scheduleOf(1, { ...round, faults: 3000 }).some(({ fault }) => nameOf(fault).includes('storage')),
  );
});
