import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bytes, count, durationOfMs, exactMs, percentOf, rate, threeDigits, whole } from './figures.ts';

describe('display format of figures', () => {
  it('has three significant digits and thousands separators', () => {
    assert.deepEqual([0, 0.0012, 0.123456, 1.236, 12.36, 123.6, 1236, 1_236_000].map(threeDigits), [
      '0',
      '0.0012',
      '0.123',
      '1.24',
      '12.4',
      '124',
      '1,240',
      '1,240,000',
    ]);
    assert.equal(whole(1_234_567.4), '1,234,567');
    assert.equal(rate(12.345), '12.3 /s');
  });

  it('shows times in ms below 10 s, then s, then min, also where rounding crosses the limit', () => {
    assert.deepEqual([5, 12.345, 9_994, 9_997, 12_345, 599_900, 900_000].map(durationOfMs), [
      '5 ms',
      '12.3 ms',
      '9,990 ms',
      '10 s',
      '12.3 s',
      '10 min',
      '15 min',
    ]);
    assert.equal(durationOfMs(null), '–');
    assert.equal(exactMs(1234.5678), '1,234.568 ms');
  });

  it('never rounds a failure away', () => {
    assert.equal(percentOf(0, 10), '0 %');
    assert.equal(percentOf(1, 1_000_000), 'under 0.01 %');
    assert.equal(percentOf(999_999, 1_000_000), 'over 99.9 %');
    assert.equal(percentOf(5, 200), '2.5 %');
    assert.equal(percentOf(10, 10), '100 %');
    assert.equal(percentOf(0, 0), '0 %');
  });

  it('shows sizes in the matching unit, with singular and plural', () => {
    assert.deepEqual([0, 999, 1000, 999_999, 123_456_789, 2e15].map(bytes), [
      '0 B',
      '999 B',
      '1 kB',
      '1 MB',
      '123 MB',
      '2,000 TB',
    ]);
    assert.equal(count(1, 'node'), '1 node');
    assert.equal(count(2000, 'node'), '2,000 nodes');
  });
});
