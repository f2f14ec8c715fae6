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

test('says how much slower, quicker, fewer or less, as the service judged it', () => {
  const say = (more: Partial<DifferenceResource>) => differenceWords(difference(more)).text;
  assert.equal(say({}), '30 % slower');
  assert.equal(say({ change: -12.34, verdict: 'better' }), '12.3 % quicker');
  assert.equal(say({ metric: 'error_rate', change: 2.1 }), '2.1 points more');
  assert.equal(say({ metric: 'error_rate', change: -2.1, verdict: 'better' }), '2.1 points fewer');
  assert.equal(say({ metric: 'throughput', change: -10 }), '10 % less');
});

test('never calls a difference what the service does not', () => {
  assert.equal(differenceWords(difference({ verdict: 'no_clear_difference' })).text, 'no clear difference');
  assert.equal(differenceWords(difference({ verdict: 'too_few_samples' })).tone, 'soft');
  assert.equal(differenceWords(difference({ change: null })).text, 'too few samples');
});

test('writes where the true change lies', () => {
  assert.equal(spread(difference({ low: -3, high: 38 })), '−3 to +38 %');
  assert.equal(spread(difference({ low: null })), undefined);
  assert.equal(signedChange(difference({ metric: 'error_rate', change: 0 })), '±0 pts');
});

test('says how many labels are there, and how many are left out', () => {
  const labels = Array.from({ length: 300 }, (_, at) => ({
    label: `Page ${at}`,
    verdict: 'no_clear_difference' as const,
    differences: [],
  }));
  assert.equal(labelCountWords({ labels, labels_left_out: 0 }), '300 labels');
  assert.equal(labelCountWords({ labels, labels_left_out: 1700 }), '300 labels, 1,700 rarer ones left out');
  assert.equal(labelCountWords({ labels, labels_left_out: 1 }), '300 labels, 1 rarer one left out');
});
