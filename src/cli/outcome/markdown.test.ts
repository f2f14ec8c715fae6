import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleFigures, exampleOutcome, exampleVerdict } from '../testing/example-outcome.ts';
import { renderMarkdown } from './markdown.ts';

test('shows verdict, summary, thresholds, slowest labels first, and the link', () => {
  const thresholds = [
    {
      expression: 'p95 > 400ms',
      requirement: 'p95 ≤ 400 ms',
      passed: false,
      actual: 410,
      text: 'p95 ≤ 400 ms (410 ms)',
    },
  ];
  const sentence = 'Failed, threshold not met: p95 ≤ 400 ms (410 ms). 2,000 samples, 20 failed (1 %).';
  const verdict = exampleVerdict({ word: 'failed', sentence });
  const text = renderMarkdown(exampleOutcome({ report: { passed: false, thresholds, verdict } }));
  const lines = text.split('\n');
  assert.equal(lines[0], `### ❌ Load test Nightly: ${sentence}`);
  assert.match(
    text,
    /^jmeter on Spate's own engine · 1 min · up to 10 VUs · \*\*100\*\* samples\/s · p50 \*\*100 ms\*\*/m,
  );
  assert.match(text, /^\| ❌ not met \| p95 ≤ 400 ms \(410 ms\) \|$/m);
  const labels = lines.filter((line) => /^\| (Home|Checkout|\*\*all\*\*) /.test(line));
  assert.deepEqual(labels, [
    '| Checkout | 1,000 | 1 % | 100 ms | 410 ms | 800 ms |',
    '| Home | 1,000 | 1 % | 10 ms | 20 ms | 30 ms |',
    '| **all** | 2,000 | 1 % | 100 ms | 410 ms | 800 ms |',
  ]);
  assert.equal(lines.at(-1), '[Open the run](https://load.example.com/app/runs/abcdefghijklmnopqrstuv)');
});

test('shows ten labels and the number of omitted ones', () => {
  const labels = Array.from({ length: 12 }, (_, index) => exampleFigures(`Step ${index}`));
  const text = renderMarkdown(exampleOutcome({ report: { labels } }));
  assert.equal(text.match(/^\| Step /gm)?.length, 10);
  assert.match(text, /^2 faster labels not shown$/m);
});

test('escapes markup in names', () => {
  const labels = [exampleFigures('<img src=x> | **bold** @everyone\n# head')];
  const text = renderMarkdown(exampleOutcome({ run: { name: '[x](http://evil)' }, report: { labels } }));
  assert.doesNotMatch(text, /<img|\*\*bold|[^\\]@everyone|\n# head/);
  assert.match(text, /Load test \\\[x\\\]\(http/);
  assert.match(text, /&lt;img src=x> \\\| \\\*\\\*bold/);
});
