import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GeneratorLoad } from '../../domain/generator.ts';
import type { ThresholdResult } from '../../domain/threshold.ts';
import type { Reconciliation } from '../../runs/reconciliation.ts';
import type { RunPage } from '../../runs/run-views.ts';
import { exampleFigures, exampleReport, exampleRun } from '../testing/example-run.ts';
import { pageVerdict } from './page-verdict.ts';

const balanced: Reconciliation = {
  produced: 10_000,
  framed: 10_000,
  received: 10_000,
  stored: 10_000,
  reported: 10_000,
  isComplete: true,
  explanations: [],
  notes: [],
  startSpreadMs: null,
};

function judged(expression: string, passed: boolean | null = true): ThresholdResult {
  return { expression, passed, actual: 0.1, text: `${expression} was judged.` };
}

/** Ten of ten thousand samples failed, unless something else is said. */
function pageOf(thresholds: ThresholdResult[], change: Partial<RunPage> = {}): RunPage {
  const report = exampleReport();
  return {
    range: { fromS: 0, toS: 120 },
    report,
    whole: report,
    thresholds,
    nodes: [],
    nodeCount: 0,
    reconciliation: balanced,
    ...change,
  } as RunPage;
}

test('a run is green although samples failed if somebody said how many may', () => {
  for (const expression of ['errors > 1%', 'errors >= 20', 'error_rate > 1%']) {
    const { tone, sentence } = pageVerdict(exampleRun(), pageOf([judged(expression)]));
    assert.equal(tone, 'good', expression);
    assert.match(sentence, /^Its threshold passed\. Finished: 10,000 samples.*, 10 failed \(0\.1 %\)/);
  }
  const both = pageOf([judged('p95 > 1s'), judged('errors > 1%')]);
  assert.equal(pageVerdict(exampleRun(), both).tone, 'good');
});

test('a threshold that is failing while the run goes on changes the sentence, and only as long as it does', () => {
  const going = exampleRun({ phase: 'running' });
  const fine = pageVerdict(going, pageOf([judged('p95 > 1s')]));
  assert.equal(fine.tone, 'going');
  assert.match(fine.sentence, /^Running: /);
  const one = pageVerdict(going, pageOf([judged('p95 > 1s', false)]));
  assert.equal(one.tone, 'bad');
  assert.match(
    one.sentence,
    /^Its threshold is failing: p95 > 1s was judged\. Running: 10,000 samples so far/,
  );
  const some = pageOf([judged('p95 > 1s'), judged('p99 > 1s', false), judged('errors > 1%', null)]);
  assert.match(
    pageVerdict(going, some).sentence,
    /^1 of 3 thresholds is failing: p99 > 1s was judged\. Running/,
  );
  const total = exampleFigures({ passed: 0, failed: 0 });
  const young = pageOf([judged('p95 > 1s', false)], { whole: exampleReport({ total }) });
  assert.equal(pageVerdict(going, young).tone, 'going', 'nothing is judged before the first sample');
});

test('thresholds that say nothing about all failures leave a doubt', () => {
  const expressions = [
    'p95 > 1s',
    'label("Error page").p95 > 1s',
    'label("Home").errors > 1%',
    // Fails a run that has too few errors.
    'errors < 1',
  ];
  for (const expression of expressions)
    assert.equal(pageVerdict(exampleRun(), pageOf([judged(expression)])).tone, 'doubt', expression);
});

test('it is red without thresholds, and when one of them failed', () => {
  assert.equal(pageVerdict(exampleRun(), pageOf([])).tone, 'bad');
  const mixed = pageOf([judged('errors > 1%'), judged('p95 > 1s', false)]);
  const { tone, sentence } = pageVerdict(exampleRun(), mixed);
  assert.equal(tone, 'bad');
  assert.match(sentence, /^1 of 2 thresholds failed: p95 > 1s was judged\./);
  assert.equal(pageVerdict(exampleRun(), pageOf([judged('errors > 1%', null)])).tone, 'bad');
});

test('what broke, or is not accounted for, is no failure that anybody allowed', () => {
  const allowed = [judged('errors > 1%')];
  const remoteErrors = ['out of memory'];
  assert.equal(pageVerdict(exampleRun({ change: { remoteErrors } }), pageOf(allowed)).tone, 'doubt');
  const short = { ...balanced, reported: 9_000, isComplete: false };
  assert.equal(pageVerdict(exampleRun(), pageOf(allowed, { reconciliation: short })).tone, 'doubt');
  const none = exampleReport({ total: exampleFigures({ label: '', passed: 0, failed: 0 }) });
  assert.notEqual(pageVerdict(exampleRun(), pageOf(allowed, { whole: none })).tone, 'good');
});

test('nothing is judged while the run goes on', () => {
  const { tone, sentence } = pageVerdict(
    exampleRun({ phase: 'running' }),
    pageOf([judged('errors > 1%')], { reconciliation: null }),
  );
  assert.equal(tone, 'going');
  assert.doesNotMatch(sentence, /threshold/);
});

test('a generator at its limit is told first of all, and one that keeps up is not', () => {
  const allowed = [judged('errors > 1%')];
  const verdictWith = (generator: GeneratorLoad) =>
    pageVerdict({ ...exampleRun(), generator }, pageOf(allowed));
  const calm = verdictWith({ lagP99Ms: 100, lagMaxMs: 400, busyShare: 0.9 });
  assert.deepEqual([calm.tone, calm.doubts], ['good', []]);
  const short = verdictWith({ lagP99Ms: 900, lagMaxMs: 900, busyShare: 1, includesStart: 'all' });
  assert.deepEqual([short.tone, short.doubts], ['good', []]);
  const late = verdictWith({ lagP99Ms: 240, lagMaxMs: 400, busyShare: 0.5 });
  assert.equal(late.tone, 'doubt');
  assert.match(late.sentence, /at its limit: one action in a hundred came over 240 ms late, so times may be/);
  const busy = verdictWith({ lagP99Ms: 101, lagMaxMs: 400, busyShare: 0.966 });
  assert.match(busy.doubts[0] ?? '', /over 101 ms late, and it was busy 96 % of the time, so times may be/);
  const none = exampleReport({ total: exampleFigures({ passed: 0, failed: 0 }) });
  const generator = { lagP99Ms: 240, lagMaxMs: 400, busyShare: 1 };
  assert.deepEqual(pageVerdict({ ...exampleRun(), generator }, pageOf([], { whole: none })).doubts, []);
});
