import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LabelStats } from './label-stats.ts';
import { allResponseTimesOf, meanTimeMs, percentileMs, responseTimesOf } from './response-times.ts';

function statsOf(passedMs: readonly number[], failedMs: readonly number[]): LabelStats {
  const stats = new LabelStats();
  for (const ms of passedMs) stats.add(true, ms * 1000, 0, 0, 0, 0);
  for (const ms of failedMs) stats.add(false, ms * 1000, 0, 0, 0, 0);
  return stats;
}

const slow = Array.from({ length: 200 }, (_, at) => 500 + at);
const quick = Array.from({ length: 800 }, () => 4);

test('fast failures do not lower the times of passed samples', () => {
  const stats = statsOf(slow, quick);
  assert.ok((percentileMs(stats, 95, 'passed') ?? 0) > 680);
  assert.ok((percentileMs(stats, 50, 'all') ?? 0) < 4.01);
  assert.ok((percentileMs(stats, 95, 'failed') ?? 0) < 4.01);
  const passed = responseTimesOf(stats, 'passed');
  assert.ok(passed);
  const near = (found: number, exact: number) => Math.abs(found / exact - 1) < 0.001;
  assert.ok(near(passed.meanMs, 599.5), String(passed.meanMs));
  assert.ok(near(passed.minMs, 500) && near(passed.maxMs, 699), JSON.stringify(passed));
  assert.ok(near(passed.standardDeviationMs, 57.734), String(passed.standardDeviationMs));
  assert.ok(near(meanTimeMs(stats, 'failed') ?? 0, 4));
  assert.equal(meanTimeMs(stats, 'all'), stats.sumUs / 1000 / 1000);
});

test('without failures all kinds are exact, and kinds without samples are null', () => {
  const clean = allResponseTimesOf(statsOf([1, 2, 4], []));
  assert.equal(clean.passed, clean.all);
  assert.equal(clean.failed, null);
  assert.deepEqual([clean.all?.meanMs, clean.all?.minMs, clean.all?.maxMs], [2.333, 1, 4]);
  const broken = allResponseTimesOf(statsOf([], quick));
  assert.equal(broken.passed, null);
  assert.deepEqual(broken.failed, broken.all);
  assert.deepEqual(allResponseTimesOf(new LabelStats()), { passed: null, failed: null, all: null });
  assert.equal(percentileMs(statsOf([], quick), 95, 'passed'), null);
});
