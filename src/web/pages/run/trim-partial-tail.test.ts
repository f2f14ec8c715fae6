import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChartColumns } from '../../../contract/resources/view.ts';
import { trimPartialTail } from './trim-partial-tail.ts';

function columnsOf(passed: (number | null)[]): ChartColumns {
  const time = passed.map((_, index) => index);
  const names = ['failed', 'throughput', 'failures', 'users', 'mean', 'p50', 'p90', 'p95', 'p99'];
  const rest = [...names, 'bytes_in', 'bytes_out'].map((name) => [name, passed]);
  return { time, passed, ...Object.fromEntries(rest) };
}

describe('the end of a live chart', () => {
  it('hides points after a gap that may still be filled', () => {
    assert.deepEqual(trimPartialTail(columnsOf([5, 5, 5, null, 2])), columnsOf([5, 5, 5]));
    assert.deepEqual(trimPartialTail(columnsOf([5, null, 5, null, 2, 2])), columnsOf([5]));
  });

  it('shows a gap after the maximum delay', () => {
    const stays = columnsOf([5, 5, null, 5, 5, 5, 5, 5, 5]);
    assert.equal(trimPartialTail(stays), stays);
  });

  it('keeps columns without gaps unchanged', () => {
    const whole = columnsOf([1, 2, 3]);
    assert.equal(trimPartialTail(whole), whole);
    assert.deepEqual(trimPartialTail(columnsOf([])), columnsOf([]));
  });
});
