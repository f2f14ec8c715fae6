import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChartColumns } from '../../../contract/resources/view.ts';
import { mergeColumns } from './merge-columns.ts';

function columns(time: number[], value: number | null): ChartColumns {
  const all = time.map(() => value);
  const rest = {
    failures_4xx: all,
    failures_5xx: all,
    failures_of_checks: all,
    failures_other: all,
    codes_2xx: all,
    codes_3xx: all,
    codes_4xx: all,
    codes_5xx: all,
    codes_other: all,
    codes_unknown: all,
    connect: all,
    first_byte: all,
    users: all,
    mean: all,
    p50: all,
    p90: all,
    p95: all,
    p99: all,
    bytes_in: all,
    bytes_out: all,
  };
  return { time, passed: all, failed: all, throughput: all, failures: all, ...rest };
}

describe('mergeColumns', () => {
  it('appends new intervals and replaces changed ones', () => {
    const merged = mergeColumns(columns([0, 1, 2], 1), columns([2, 3], 9), 1);
    assert.deepEqual(merged.time, [0, 1, 2, 3]);
    assert.deepEqual(merged.p95, [1, 1, 9, 9]);
  });

  it('inserts a late interval by time and keeps gaps', () => {
    const merged = mergeColumns(columns([0, 2], 1), columns([1], null), 1);
    assert.deepEqual(merged.time, [0, 1, 2]);
    assert.deepEqual(merged.users, [1, null, 1]);
  });

  it('leaves a gap for missing intervals until they arrive', () => {
    const gap = mergeColumns(columns([0, 1], 1), columns([5], 2), 1);
    assert.deepEqual(gap.time, [0, 1, 2, 5]);
    assert.deepEqual(gap.p50, [1, 1, null, 2]);
    const filled = mergeColumns(gap, columns([2, 3, 4], 3), 1);
    assert.deepEqual(filled.time, [0, 1, 2, 3, 4, 5]);
    assert.deepEqual(filled.p50, [1, 1, 3, 3, 3, 2]);
  });

  it('changes neither of its inputs', () => {
    const base = columns([0], 1);
    mergeColumns(base, columns([0, 1], 2), 1);
    assert.deepEqual(base, columns([0], 1));
  });
});
