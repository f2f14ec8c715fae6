import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunComparison } from './comparison.ts';
import { basisText, comparisonSentence } from './comparison-words.ts';

function comparison(more: Partial<RunComparison> = {}): RunComparison {
  return {
    runId: 'a',
    basis: { kind: 'blocks', blockS: 15 },
    confidence: 0.99,
    verdict: 'no_clear_difference',
    setupDifferences: [],
    total: { label: '', verdict: 'no_clear_difference', differences: [] },
    labels: [],
    labelsLeftOut: 0,
    ...more,
  };
}

const say = (more: Partial<RunComparison> = {}) => comparisonSentence(comparison(more), 'passed');

test('names the compared samples unless they are the passed ones', () => {
  const p95 = {
    metric: 'p95' as const,
    baseline: 100,
    value: 130,
    change: 30,
    low: 20,
    high: 40,
    verdict: 'worse' as const,
  };
  const errors = { ...p95, metric: 'error_rate' as const };
  const more = {
    verdict: 'worse' as const,
    total: { label: '', verdict: 'worse' as const, differences: [p95, errors] },
  };
  const passed = say(more);
  assert.match(passed, /^Worse\. The 95th percentile is 30 % higher .*The error rate is 30 points higher/);
  const failed = comparisonSentence(comparison(more), 'failed');
  assert.match(failed, /The 95th percentile of failed samples is 30 % higher .*The error rate is/);
});

test('a comparison counts omitted labels', () => {
  assert.equal(say(), 'No clear difference.');
  assert.equal(say({ labelsLeftOut: 1700 }), 'No clear difference. 1,700 less frequent labels are omitted.');
  assert.match(say({ labelsLeftOut: 1 }), /1 less frequent label is omitted\.$/);
});

test('names the source of the noise estimate', () => {
  assert.match(basisText(comparison().basis), /^Noise estimated from blocks of 15 s within each run\./);
  const repeats = (count: number, isEnough: boolean) =>
    basisText({ kind: 'repeats', repeats: count, isEnough });
  assert.match(repeats(1, false), /and from one other run of the same plan\./);
  assert.match(repeats(2, false), /and from 2 other runs of the same plan\./);
  assert.equal(repeats(4, true), 'Noise estimated from 4 other runs of the same plan.');
});
