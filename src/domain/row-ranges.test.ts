import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '../lib/seeded-random.ts';
import { countRows, joinRows, type RowRange, rowsToLease, takeRows } from './row-ranges.ts';

test('takes the first rows and keeps the others', () => {
  const ranges: RowRange[] = [
    [3, 5],
    [8, 12],
  ];
  assert.deepEqual(takeRows(ranges, 3), {
    taken: [
      [3, 5],
      [8, 9],
    ],
    rest: [[9, 12]],
  });
  assert.deepEqual(takeRows(ranges, 0), { taken: [], rest: ranges });
  assert.deepEqual(takeRows(ranges, 99), { taken: ranges, rest: [] });
});

test('rows that executions lease and return in any order are each leased to one of them', () => {
  const random = seededRandom(5);
  const rows = 5000;
  let free: RowRange[] = [[0, rows]];
  const used = new Uint8Array(rows);
  while (countRows(free) > 0) {
    const wanted = rowsToLease(1 + Math.floor(random() * 300), countRows(free), 3);
    const { taken, rest } = takeRows(free, wanted);
    const kept = takeRows(taken, Math.ceil(wanted * random()));
    for (const [from, to] of kept.taken) for (let row = from; row < to; row++) used[row]! += 1;
    free = joinRows([...rest, ...kept.rest]);
  }
  assert.ok(used.every((times) => times === 1));
});

test('leases shrink towards the end of the file', () => {
  assert.equal(rowsToLease(1000, 10_000_000, 4), 1000);
  assert.equal(rowsToLease(1000, 80, 4), 10);
  assert.equal(rowsToLease(1000, 1, 4), 1);
  assert.equal(rowsToLease(1000, 0, 4), 0);
});
