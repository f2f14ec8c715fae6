import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ago, clock, into, span, utc } from './moments.ts';

describe('moments', () => {
  it('are shown as time since the start of the run', () => {
    assert.deepEqual([0, 75, 3735].map(clock), ['00:00', '01:15', '1:02:15']);
    assert.deepEqual([135, -3].map(into), ['+02:15', '−00:03']);
  });

  it('are durations in words', () => {
    assert.deepEqual([45, 300, 320, 7380, 7200].map(span), [
      '45 s',
      '5 min',
      '5 min 20 s',
      '2 h 3 min',
      '2 h',
    ]);
  });

  it('are shown as time ago', () => {
    const now = new Date('2026-11-15T12:00:00Z');
    const before = (seconds: number) => ago(new Date(now.getTime() - seconds * 1000), now);
    assert.deepEqual([5, 60, 3600, 86_400, 200_000].map(before), [
      'just now',
      '1 minute ago',
      '1 hour ago',
      '1 day ago',
      '2 days ago',
    ]);
    assert.equal(utc(now), '2026-11-15 12:00:00 UTC');
  });
});
