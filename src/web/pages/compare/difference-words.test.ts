import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DifferenceResource } from '../../../contract/resources/comparison.ts';
import { differenceWords, labelCountWords, signedChange, spread } from './difference-words.ts';

function difference(more: Partial<DifferenceResource>): DifferenceResource {
  return {
    metric: 'p95',
    baseline: 100,
    value: 130,
    change: 30,
    low: 21.04,
    high: 38,
    verdict: 'worse',
    text: '',
    ...more,
  };
}

test('describes a difference by its amount and direction, with the verdict of the service', () => {
  const say = (more: Partial<DifferenceResource>) => differenceWords(difference(more)).text;
  assert.equal(say({}), '30 % slower');
  assert.equal(say({ change: -12.34, verdict: 'better' }), '12.3 % faster');
  assert.equal(say({ metric: 'error_rate', change: 2.1 }), '2.1 points higher');
  assert.equal(say({ metric: 'error_rate', change: -2.1, verdict: 'better' }), '2.1 points lower');
  assert.equal(say({ metric: 'throughput', change: -10 }), '10 % lower');
});

test('shows no difference where the service found none', () => {
  assert.equal(differenceWords(difference({ verdict: 'no_clear_difference' })).text, 'no clear difference');
  assert.equal(differenceWords(difference({ verdict: 'too_few_samples' })).tone, 'soft');
  assert.equal(differenceWords(difference({ change: null })).text, 'too few samples');
});

test('formats the confidence interval of the change', () => {
  assert.equal(spread(difference({ low: -3, high: 38 })), '−3 to +38 %');
  assert.equal(spread(difference({ low: null })), undefined);
  assert.equal(signedChange(difference({ metric: 'error_rate', change: 0 })), '±0 pts');
});

test('counts shown and omitted labels', () => {
  const labels = Array.from({ length: 300 }, (_, at) => ({
    label: `Page ${at}`,
    verdict: 'no_clear_difference' as const,
    differences: [],
  }));
  assert.equal(labelCountWords({ labels, labels_left_out: 0 }), '300 labels');
  assert.equal(
    labelCountWords({ labels, labels_left_out: 1700 }),
    '300 labels, 1,700 less frequent labels omitted',
  );
  assert.equal(labelCountWords({ labels, labels_left_out: 1 }), '300 labels, 1 less frequent label omitted');
});
