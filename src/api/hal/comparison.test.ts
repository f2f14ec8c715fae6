import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunComparison } from '../../runs/comparison.ts';
import { comparisonResource } from './comparison.ts';

test('contains the texts of a comparison and the number of omitted labels', () => {
  const p95 = {
    metric: 'p95' as const,
    baseline: 100,
    value: 130.00049,
    change: 30,
    low: 20,
    high: 40,
    verdict: 'worse' as const,
  };
  const comparison: RunComparison = {
    runId: 'a',
    basis: { kind: 'blocks', blockS: 15 },
    confidence: 0.99,
    verdict: 'worse',
    setupDifferences: [],
    total: { label: '', verdict: 'worse', differences: [p95] },
    labels: [],
    labelsLeftOut: 1700,
  };
  const found = comparisonResource({ runs: [], comparisons: [comparison] }, '/compare', 'failed');
  const [resource] = found.comparisons;
  const text = 'The 95th percentile of failed samples is 30 % higher (+20 to +40 %).';
  assert.equal(resource?.labels_left_out, 1700);
  assert.equal(resource.sentence, `Worse. ${text} 1,700 less frequent labels are omitted.`);
  assert.deepEqual(resource.total.differences, [{ ...p95, value: 130, text }]);
  assert.match(resource.basis_text, /blocks of 15 s/);
});
