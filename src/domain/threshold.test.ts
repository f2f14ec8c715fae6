import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from './errors.ts';
import { parseThreshold, passedOf } from './threshold.ts';

const parsed = (expression: string) => {
  const { label, metric, operator, limit } = parseThreshold(expression);
  return [label, metric, operator, limit];
};

test('parses every metric, operator and unit', () => {
  const p95 = { kind: 'percentile', percentile: 95, of: 'passed' };
  assert.deepEqual(parsed('p95 > 800ms'), [null, p95, '>', 800]);
  assert.deepEqual(parsed('  P95>=0.8 s '), [null, p95, '>=', 800]);
  assert.deepEqual(parsed('p99.9 < 1500us'), [
    null,
    { kind: 'percentile', percentile: 99.9, of: 'passed' },
    '<',
    1.5,
  ]);
  assert.deepEqual(parsed('median > 1min'), [
    null,
    { kind: 'percentile', percentile: 50, of: 'passed' },
    '>',
    60_000,
  ]);
  assert.deepEqual(parsed('mean <= 10ms'), [null, { kind: 'mean', of: 'passed' }, '<=', 10]);
  assert.deepEqual(parsed('max > 2s'), [null, { kind: 'max', of: 'passed' }, '>', 2000]);
  assert.deepEqual(parsed('p95(failed) > 1s'), [null, { ...p95, of: 'failed' }, '>', 1000]);
  assert.deepEqual(parsed('mean ( ALL )> 1s'), [null, { kind: 'mean', of: 'all' }, '>', 1000]);
  assert.deepEqual(parsed('errors > 1%'), [null, { kind: 'errors', of: 'share' }, '>', 1]);
  assert.deepEqual(parsed('errors > 10'), [null, { kind: 'errors', of: 'count' }, '>', 10]);
  assert.deepEqual(parsed('throughput < 50/s'), [null, { kind: 'throughput' }, '<', 50]);
  assert.deepEqual(parsed('rps < 120/min'), [null, { kind: 'throughput' }, '<', 2]);
  assert.deepEqual(parsed('requests < 100'), [null, { kind: 'count' }, '<', 100]);
  assert.deepEqual(parsed('bytes > 1.5 MB'), [null, { kind: 'bytes_in' }, '>', 1_500_000]);
  assert.deepEqual(parsed('apdex < 0.9'), [null, { kind: 'apdex' }, '<', 0.9]);
});

test('parses labels with quotes, commas and dots', () => {
  const p99 = { kind: 'percentile', percentile: 99, of: 'passed' };
  assert.deepEqual(parsed('label("Checkout").p99 > 2s'), ['Checkout', p99, '>', 2000]);
  assert.deepEqual(parsed(`label('Say "hi", please').p99 > 2s`), ['Say "hi", please', p99, '>', 2000]);
  assert.deepEqual(parsed('label("a \\"b\\" \\\\ c.d").errors > 0'), [
    'a "b" \\ c.d',
    { kind: 'errors', of: 'count' },
    '>',
    0,
  ]);
});

test('reports the position of an error and the expected syntax', () => {
  const refuses = (expression: string, sentence: RegExp) =>
    assert.throws(
      () => parseThreshold(expression),
      (error) => error instanceof AppError && error.code === 'invalid' && sentence.test(error.message),
      expression,
    );
  refuses('', /character 1: expected a metric: p50/);
  refuses('p95 > 800', /character 10: missing unit\. .* 800ms/);
  refuses('p95 > 800 %', /character 11: "%" is not a valid unit/);
  refuses('p101 > 1s', /character 1: expected a percentile from p0 to p100/);
  refuses('speed > 3', /character 1: "speed" is not a metric\. Use one of/);
  refuses('p95(slow) > 3s', /character 5: expected one of passed, failed, all/);
  refuses('p95 = 3s', /character 5: expected >, >=, < or <=/);
  refuses('p95 > fast', /character 7: expected a number/);
  refuses('errors > 1 percent', /character 12: "percent" is not a valid unit\. .* 1%/);
  refuses('p95 > 1s or errors > 1%', /character 10: expected the end of the expression/);
  refuses('label(Checkout).p99 > 2s', /character 7: expected a label in quotes/);
  refuses('label("Checkout") p99 > 2s', /character 19: expected "." and a metric/);
  refuses('apdex < 90', /0 to 1/);
  refuses(`p95 > ${'1'.repeat(2000)}`, /has 2006 characters; at most 1000 are allowed/);
});

test('a run passes when all thresholds pass, and has no result without thresholds', () => {
  const result = (passed: boolean | null) => ({ expression: '', passed, actual: null, text: '' });
  assert.equal(passedOf([]), null);
  assert.equal(passedOf([result(true), result(true)]), true);
  assert.equal(passedOf([result(true), result(false), result(null)]), false);
  assert.equal(passedOf([result(true), result(null)]), null);
});
