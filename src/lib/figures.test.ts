import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bytes, durationOfMs, percentOf, threeDigits, utc } from './figures.ts';

describe('figures for people', () => {
  it('have three significant digits and separated thousands', () => {
    assert.deepEqual([0, 0.123456, 1.236, 12.36, 123.6, 1236, 1_236_000].map(threeDigits), [
      '0',
      '0.12',
      '1.24',
      '12.4',
      '124',
      '1,240',
      '1,240,000',
    ]);
  });

  it('are in ms below 10 s, then s, then min', () => {
    assert.deepEqual([5, 9_999, 12_345, 900_000].map(durationOfMs), [
      '5 ms',
      '10,000 ms',
      '12.3 s',
      '15 min',
    ]);
  });

  it('never round a failure away', () => {
    assert.equal(percentOf(0, 10), '0 %');
    assert.equal(percentOf(1, 1_000_000), 'under 0.01 %');
    assert.equal(percentOf(999_999, 1_000_000), 'over 99.9 %');
    assert.equal(percentOf(10, 10), '100 %');
    assert.equal(percentOf(0, 0), '0 %');
  });

  it('say their unit', () => {
    assert.equal(bytes(999), '999 B');
    assert.equal(bytes(123_456_789), '123 MB');
    assert.equal(utc(new Date('2026-01-02T03:04:05.678Z')), '2026-01-02 03:04:05 UTC');
  });
});
