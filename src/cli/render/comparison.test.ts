import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComparisonResource, DifferenceResource } from '../../contract/resources/comparison.ts';
import { exampleFigures } from '../testing/example-outcome.ts';
import { renderComparison } from './comparison.ts';
import { plainPaint } from './paint.ts';

function difference(
  metric: DifferenceResource['metric'],
  more: Partial<DifferenceResource>,
): DifferenceResource {
  return {
    metric,
    baseline: 100,
    value: 130,
    change: 30,
    low: 25,
    high: 35,
    verdict: 'worse',
    text: 'Slower.',
    ...more,
  };
}

const run = {
  project: 'shop',
  tool: 'jmeter',
  status: 'finished' as const,
  started: null,
  passed: null,
  seconds: 60,
  mean_users: 5,
  max_users: 5,
  apdex: null,
  total: exampleFigures(''),
  labels: [],
};
const calm = { verdict: 'no_clear_difference' as const, value: 101, change: 1 };
const comparison: ComparisonResource = {
  _links: { self: { href: '/' } },
  times: 'passed',
  runs: [
    { ...run, uuid: 'aaaaaaaaaaaaaaaaaaaaaa', name: 'Before' },
    { ...run, uuid: 'bbbbbbbbbbbbbbbbbbbbbb', name: null },
  ],
  comparisons: [
    {
      run: 'bbbbbbbbbbbbbbbbbbbbbb',
      basis: 'blocks',
      basis_text: 'Noise learnt from 15 s blocks.',
      confidence: 0.95,
      verdict: 'worse',
      sentence: 'Slower.',
      setup_differences: ['Virtual users per node: 50, baseline 5.'],
      total: {
        label: '',
        verdict: 'worse',
        differences: [
          difference('p95', {}),
          difference('error_rate', { baseline: 1, value: 0.5, change: -0.5, ...{ verdict: 'better' } }),
        ],
      },
      labels: [
        {
          label: 'Checkout',
          verdict: 'worse',
          differences: [difference('p95', {}), difference('p50', calm)],
        },
        { label: 'Home', verdict: 'no_clear_difference', differences: [difference('p95', calm)] },
      ],
      labels_left_out: 0,
    },
  ],
};

test('shows significant differences and counts the other labels', () => {
  const text = renderComparison(comparison, { paint: plainPaint, isEveryLabel: false });
  assert.match(text, /^bbbbbbbb compared with Before \(aaaaaaaa\)\nSlower\.$/m);
  assert.match(text, /^all +p95 +100 ms +130 ms +\+30 % {2}worse$/m);
  assert.match(text, /^ +error rate +1 % +0\.5 % +−0\.5 points {2}better$/m);
  assert.match(text, /^Checkout +p95 +100 ms +130 ms/m);
  assert.doesNotMatch(text, /Home|no clear difference$/m);
  assert.match(text, /^1 label without a clear difference; show with --all$/m);
});

test('names the sample selection of response times if samples failed or another selection was requested', () => {
  const settings = { paint: plainPaint, isEveryLabel: false };
  const [first, ...rest] = comparison.runs;
  assert.ok(first);
  const clean = [first, ...rest].map((each) => ({ ...each, total: { ...each.total, failed: 0 } }));
  assert.doesNotMatch(renderComparison({ ...comparison, runs: clean }, settings), /Response times/);
  assert.match(renderComparison(comparison, settings), /^Response times: passed samples\.$/m);
  const failed = renderComparison({ ...comparison, runs: clean, times: 'failed' }, settings);
  assert.match(failed, /^Response times: failed samples\.$/m);
});

test('shows all labels with isEveryLabel', () => {
  const text = renderComparison(comparison, { paint: plainPaint, isEveryLabel: true });
  assert.match(text, /^Home +p95 +100 ms +101 ms +\+1 % {2}no clear difference$/m);
  assert.match(text, /^ +p50 +100 ms +101 ms/m);
});

test('shows the share of each response code, unless all samples have the code 200', () => {
  const settings = { paint: plainPaint, isEveryLabel: false };
  assert.doesNotMatch(renderComparison(comparison, settings), /code \d/);
  const ok = (passed: number) => ({ code: '200', class: '2xx' as const, passed, failed: 0 });
  const broken = { code: '503', class: '5xx' as const, passed: 0, failed: 25 };
  const [before, after] = comparison.runs;
  assert.ok(before && after);
  const runs = [
    { ...before, total: { ...before.total, passed: 100, failed: 0, codes: [ok(100)] } },
    { ...after, total: { ...after.total, passed: 75, failed: 25, codes: [ok(75), broken] } },
  ];
  const text = renderComparison({ ...comparison, runs }, settings);
  assert.match(text, /code 200 +100 % +75 % +−25 points/);
  assert.match(text, /code 503 +0 % +25 % +\+25 points/);
});
