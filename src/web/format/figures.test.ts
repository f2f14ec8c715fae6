import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bytes, count, exactTime, percent, threeDigits, time, whole } from './figures.ts';

describe('figures', () => {
  it('have three significant digits and separated thousands', () => {
    assert.deepEqual([0, 1.234, 12.34, 123.4, 1234, 1234567, 0.0012].map(threeDigits), [
      '0',
      '1.23',
      '12.3',
      '123',
      '1,230',
      '1,230,000',
      '0.0012',
    ]);
    assert.equal(whole(1234567), '1,234,567');
  });

  it('give times in milliseconds below 10 s, then seconds, then minutes', () => {
    assert.deepEqual([12.345, 9_994, 9_999, 12_345, 900_000].map(time), [
      '12.3 ms',
      '9,990 ms',
      '10 s',
      '12.3 s',
      '15 min',
    ]);
    assert.equal(time(null), '–');
    assert.equal(exactTime(1234.5678), '1,234.568 ms');
  });

  it('never call something nothing, or not all of it all', () => {
    assert.equal(percent(0, 10), '0 %');
    assert.equal(percent(1, 1_000_000), 'under 0.01 %');
    assert.equal(percent(999_999, 1_000_000), 'over 99.9 %');
    assert.equal(percent(5, 200), '2.5 %');
    assert.equal(percent(0, 0), '0 %');
  });

  it('give sizes in the unit that fits', () => {
    assert.deepEqual([0, 999, 1000, 999_999, 1_500_000, 2e15].map(bytes), [
      '0 B',
      '999 B',
      '1 kB',
      '1 MB',
      '1.5 MB',
      '2,000 TB',
    ]);
  });

  it('count one and many', () => {
    assert.equal(count(1, 'node'), '1 node');
    assert.equal(count(2000, 'node'), '2,000 nodes');
  });
});
