import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseThreshold } from './threshold.ts';
import { requirementOf, restate, thresholdResult, unjudged } from './threshold-words.ts';

const requirement = (expression: string) => requirementOf(parseThreshold(expression));
const found = (expression: string, actual: number) =>
  thresholdResult(parseThreshold(expression), { passed: true, actual }).text;

test('formats a threshold as a requirement', () => {
  assert.deepEqual(
    ['p95 > 2s', 'p99.9 >= 800ms', 'median > 1500us', 'throughput < 50', 'rps <= 3000rpm'].map(requirement),
    ['p95 ≤ 2 s', 'p99.9 < 800 ms', 'p50 ≤ 1,500 µs', 'throughput ≥ 50 /s', 'throughput > 3,000 /min'],
  );
  assert.deepEqual(
    ['errors > 0.5%', 'errors > 10', 'samples < 100000', 'bytes > 1.5 mb', 'apdex < 0.9'].map(requirement),
    ['errors ≤ 0.5 %', 'errors ≤ 10', 'samples ≥ 100,000', 'bytes received ≤ 1.5 MB', 'apdex ≥ 0.9'],
  );
  assert.equal(requirement('label("Checkout").p99 > 2s'), 'p99 of "Checkout" ≤ 2 s');
});

test('appends the actual value with three digits', () => {
  assert.equal(found('p95 > 2s', 720.123), 'p95 ≤ 2 s (720 ms)');
  assert.equal(found('p95 > 2s', 12_345), 'p95 ≤ 2 s (12.3 s)');
  assert.equal(found('errors > 1%', 0.41234), 'errors ≤ 1 % (0.412 %)');
  assert.equal(found('errors > 10', 12_345), 'errors ≤ 10 (12,345)');
  assert.equal(found('throughput < 50/s', 83.333), 'throughput ≥ 50 /s (83.3 /s)');
  assert.equal(found('bytes > 1GB', 123_456_789), 'bytes received ≤ 1 GB (123 MB)');
  assert.equal(found('apdex < 0.9', 0.9561), 'apdex ≥ 0.9 (0.956)');
});

test('uses enough digits to distinguish the value from the limit', () => {
  assert.equal(found('p95 > 2s', 2000.0004), 'p95 ≤ 2 s (2,000.0004 ms)');
  assert.equal(found('p95 > 2s', 1999.6), 'p95 ≤ 2 s (1,999.6 ms)');
  assert.equal(found('p95 > 2s', 2000), 'p95 ≤ 2 s (2,000 ms)');
  assert.equal(found('p95 > 10s', 9_997), 'p95 ≤ 10 s (9,997 ms)');
});

test('shows the reason for a missing value', () => {
  const threshold = parseThreshold('p95 > 2s');
  assert.equal(thresholdResult(threshold, { passed: false, actual: null }).text, 'p95 ≤ 2 s (no samples)');
  assert.equal(unjudged('p95 > 2s', 'evaluated at the end').text, 'p95 ≤ 2 s (evaluated at the end)');
  assert.equal(unjudged('speed > 2', 'not a metric').requirement, 'speed > 2');
});

test('converts results of earlier versions', () => {
  const stored = { expression: 'p95 > 2s', passed: true, actual: 720, text: 'p95 was 720 ms, not above.' };
  assert.equal(restate(stored).text, 'p95 ≤ 2 s (720 ms)');
  const open = { expression: 'p95 > 2s', passed: null, actual: null, text: 'Not judged.' };
  assert.deepEqual([restate(open).requirement, restate(open).passed], ['p95 ≤ 2 s', null]);
  const now = thresholdResult(parseThreshold('p95 > 2s'), { passed: true, actual: 1 });
  assert.equal(restate(now), now);
});
