import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FiguresResource } from '../../contract/resources/report.ts';
import { plainPaint } from '../render/paint.ts';
import { exampleFigures, exampleOutcome, exampleVerdict } from '../testing/example-outcome.ts';
import { renderMarkdown } from './markdown.ts';
import { renderText } from './text.ts';

const reason = (place: string) => ({ element: '__groovy', place, reason: 'It is Groovy.' });

test('shows notes, and only errors of the selected labels', () => {
  const error = (label: string) => ({
    code: '500',
    message: `in ${label}`,
    count: 3,
    example: { label, time: 0 },
  });
  const outcome = exampleOutcome({
    run: { notes: 'The cache was cold.' },
    report: { errors: [error('Home'), error('Checkout')] },
  });
  const text = renderText(outcome, plainPaint);
  assert.match(text, /^Notes: The cache was cold\.$/m);
  assert.match(text, /in Home.*in Checkout/s);
  const chosen = renderText(outcome, plainPaint, outcome.report.labels, [error('Checkout')]);
  assert.doesNotMatch(chosen, /in Home/);
  assert.doesNotMatch(renderText(exampleOutcome(), plainPaint), /Notes/);
  assert.match(renderMarkdown(outcome), /^> The cache was cold\.$/m);
});

test('names the sample selection of response times if samples failed or another selection was requested', () => {
  const text = (report: Parameters<typeof exampleOutcome>[0]) =>
    renderText(exampleOutcome(report), plainPaint);
  assert.match(text({}), /^response times of passed samples; use --times failed or all for others$/m);
  const failed = text({ report: { times: 'failed' } });
  assert.match(failed, /^response times of failed samples; use --times passed or all for others$/m);
  const { total } = exampleOutcome().report;
  const clean = { report: { total: { ...total, failed: 0 } } };
  assert.doesNotMatch(text(clean), /response times of/);
  assert.match(renderMarkdown(exampleOutcome()), /^Response times: passed samples\.$/m);
  assert.doesNotMatch(renderMarkdown(exampleOutcome(clean)), /Response times/);
});

test('shows the engine of a JMeter plan with reasons, and the generator load', () => {
  const figures = { lag_p99_ms: 1.2, lag_max_ms: 14, busy_share: 0.439 };
  const generator = { ...figures, includes_start: false, is_at_limit: false };
  const ours = renderText(exampleOutcome({ generator }), plainPaint);
  assert.match(
    ours,
    /^Engine: Spate's own\. Schedule lag: p99 1\.2 ms, max 14 ms\. Generator utilization: 43 %\.$/m,
  );
  const short = renderText(exampleOutcome({ generator: { ...generator, includes_start: true } }), plainPaint);
  assert.match(short, /p99 1\.2 ms, max 14 ms \(including engine start\)\. Generator utilization: 43 %\.$/m);
  const run = { engine: 'apache' as const, engine_reasons: [reason('Plan > A'), reason('Plan > B')] };
  assert.match(
    renderText(exampleOutcome({ run }), plainPaint),
    /^Engine: Apache JMeter, because of Plan > A: It is Groovy\. \(and 1 more; spate verify lists them\)$/m,
  );
  const other = renderText(exampleOutcome({ run: { tool: 'gatling', engine: null } }), plainPaint);
  assert.doesNotMatch(other, /Engine:/);
});

test('shows the verdict first, and thresholds as requirements', () => {
  const sentence = 'Passed, stopped by request, threshold met: 20 samples, 0 failed. The node was busy.';
  const verdict = exampleVerdict({ word: 'passed', tone: 'good', sentence });
  const thresholds = [
    {
      expression: 'p95 > 2s',
      requirement: 'p95 ≤ 2 s',
      passed: true,
      actual: 720,
      text: 'p95 ≤ 2 s (720 ms)',
    },
  ];
  const outcome = exampleOutcome({
    report: { verdict, thresholds },
    doubts: ['The node was busy.', 'Other.'],
  });
  const text = renderText(outcome, plainPaint);
  assert.equal(text.split('\n')[0], `✓ ${sentence}`);
  assert.match(text, /^Thresholds:\n {2}✓ p95 ≤ 2 s \(720 ms\)$/m);
  assert.equal(text.match(/The node was busy\./g)?.length, 1, 'a doubt is shown once');
  assert.match(text, /^△ Other\.$/m);
});

test('lists the response codes unless all are 200 or unknown', () => {
  const textOf = (codes: FiguresResource['codes']) =>
    renderText(exampleOutcome({ report: { total: exampleFigures('', { codes }) } }), plainPaint);
  const ok = { code: '200', class: '2xx' as const, passed: 990, failed: 0 };
  const unknown = { code: null, class: 'unknown' as const, passed: 5, failed: 0 };
  assert.match(
    textOf([ok, unknown, { code: '', class: 'other', passed: 4, failed: 6 }]),
    /^Response codes: 200 990, none 10$/m,
  );
  for (const codes of [[ok, unknown], [unknown], [], null])
    assert.doesNotMatch(textOf(codes), /Response codes/);
});
