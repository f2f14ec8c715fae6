import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSort, sortRows, writeSort } from './sort-rows.ts';

const rows = [
  { name: 'b10', ms: 5 },
  { name: 'b9', ms: null },
  { name: 'a', ms: 7 },
];
const sorted = (text: string) =>
  sortRows(rows, readSort(text), (row, key) => row[key as 'name' | 'ms']).map((row) => row.name);

describe('sortRows', () => {
  it('sorts numbers numerically and names in natural order', () => {
    assert.deepEqual(sorted('name'), ['a', 'b9', 'b10']);
    assert.deepEqual(sorted('-name'), ['b10', 'b9', 'a']);
  });

  it('keeps rows without a value last in both directions', () => {
    assert.deepEqual(sorted('ms'), ['b10', 'a', 'b9']);
    assert.deepEqual(sorted('-ms'), ['a', 'b10', 'b9']);
  });

  it('reads and writes the query parameter', () => {
    for (const text of ['p95', '-p95']) assert.equal(writeSort(readSort(text)), text);
  });
});
