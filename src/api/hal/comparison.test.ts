import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunComparison } from '../../runs/comparison.ts';
import { comparisonResource } from './comparison.ts';

function say(more: Partial<RunComparison>, times?: 'failed') {
  const comparison: RunComparison = {
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
  const [resource] = comparisonResource(
    { runs: [], comparisons: [comparison] },
    '/compare',
    times,
  ).comparisons;
  assert.ok(resource);
  return resource;
}

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
  const passed = say(more).sentence;
  assert.match(passed, /^Worse\. The 95th percentile is 30 % higher .*The error rate is 30 points higher/);
  const failed = say(more, 'failed').sentence;
  assert.match(failed, /The 95th percentile of failed samples is 30 % higher .*The error rate is/);
});

test('a comparison counts omitted labels', () => {
  assert.equal(say({}).sentence, 'No clear difference.');
  const many = say({ labelsLeftOut: 1700 });
  assert.equal(many.labels_left_out, 1700);
  assert.equal(many.sentence, 'No clear difference. 1,700 less frequent labels are omitted.');
  assert.match(say({ labelsLeftOut: 1 }).sentence, /1 less frequent label is omitted\.$/);
});

test('names the source of the noise estimate', () => {
  assert.match(say({}).basis_text, /^Noise estimated from blocks of 15 s within each run\./);
  const repeats = (count: number, isEnough: boolean) =>
    say({ basis: { kind: 'repeats', repeats: count, isEnough } }).basis_text;
  assert.match(repeats(1, false), /and from one other run of the same plan\./);
  assert.match(repeats(2, false), /and from 2 other runs of the same plan\./);
  assert.equal(repeats(4, true), 'Noise estimated from 4 other runs of the same plan.');
});
