import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChartColumns } from '../../../contract/resources/view.ts';
import { alignColumns } from './align-columns.ts';

function columns(time: number[], p95: (number | null)[]): ChartColumns {
  const empty = time.map(() => null);
  return {
    time,
    passed: empty,
    failed: empty,
    throughput: empty,
    failures: empty,
    failures_4xx: empty,
    failures_5xx: empty,
    failures_of_checks: empty,
    failures_other: empty,
    codes_2xx: empty,
    codes_3xx: empty,
    codes_4xx: empty,
    codes_5xx: empty,
    codes_other: empty,
    codes_unknown: empty,
    users: empty,
    mean: empty,
    p50: empty,
    p90: empty,
    p95,
    p99: empty,
    connect: empty,
    first_byte: empty,
    bytes_in: empty,
    bytes_out: empty,
  };
}

test('aligns runs of different length and interval, and keeps their gaps', () => {
  const { times, values } = alignColumns([columns([0, 1, 2], [5, null, 7]), columns([0, 15], [8, 9])]);
  assert.deepEqual(times, [0, 1, 2, 15]);
  assert.deepEqual(values('p95'), [
    [5, null, 7, undefined],
    [8, undefined, undefined, 9],
  ]);
});
