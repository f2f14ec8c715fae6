import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleFigures, examplePage, exampleReport, exampleRun } from '../api/testing/example-run.ts';
import { parseThreshold, type ThresholdResult } from '../domain/threshold.ts';
import { thresholdResult, unjudged } from '../domain/threshold-words.ts';
import { pageVerdict, verdictOf } from './verdict.ts';
import type { Evidence } from './verdict-words.ts';

/** By default, 10 of 10,000 samples failed. */
function verdictWith(more: Partial<Evidence> = {}, run: Parameters<typeof exampleRun>[0] = {}) {
  return verdictOf(exampleRun(run), {
    total: exampleFigures({ label: '' }),
    thresholds: [],
    doubts: [],
    isComplete: true,
    ...more,
  });
}

const clean = exampleFigures({ label: '', failed: 0 });
const none = exampleFigures({ label: '', passed: 0, failed: 0 });

function judged(expression: string, passed: boolean | null = true, actual = 0.1): ThresholdResult {
  if (passed === null) return unjudged(expression, 'not evaluated');
  return thresholdResult(parseThreshold(expression), { passed, actual });
}

const cases: [
  what: string,
  more: Partial<Evidence>,
  word: string,
  tone: string,
  exitCode: number,
  sentence: RegExp,
][] = [
  [
    'no failures',
    { total: clean },
    'passed',
    'good',
    0,
    /^Passed, no threshold set: 9,990 samples .*, 0 failed; /,
  ],
  [
    'a threshold that is met',
    { total: clean, thresholds: [judged('p95 > 1s')] },
    'passed',
    'good',
    0,
    /^Passed, threshold met: 9,990 samples/,
  ],
  [
    'failures that a threshold allows',
    { thresholds: [judged('errors > 1%'), judged('p95 > 1s')] },
    'passed',
    'good',
    0,
    /^Passed, all 2 thresholds met: 10,000 samples.*, 10 failed \(0\.1 %\)/,
  ],
  [
    'a threshold that is not met',
    { thresholds: [judged('errors > 1%'), judged('p95 > 100ms', false, 240)] },
    'failed',
    'bad',
    2,
    /^Failed, 1 of 2 thresholds not met: p95 ≤ 100 ms \(240 ms\)\. 10,000 samples from .*; 83\.3 \/s, p95 240 ms\.$/,
  ],
  [
    'failures',
    {},
    'finished_with_errors',
    'bad',
    0,
    /^Finished with errors, no threshold set: 10,000 samples/,
  ],
  [
    'nothing measured',
    { total: none, doubts: ['The node was lost.'] },
    'broken',
    'bad',
    1,
    /^Broken: no samples were recorded\. The node was lost\.$/,
  ],
  [
    'nothing measured, and a threshold',
    { total: null, thresholds: [judged('p95 > 1s', false)] },
    'failed',
    'bad',
    2,
    /^Failed: no samples were recorded\.$/,
  ],
  [
    'a threshold that could not be evaluated',
    { total: clean, thresholds: [judged('p95 > 1s'), judged('errors > 1%', null)] },
    'broken',
    'bad',
    1,
    /^Broken, 1 threshold not evaluated: /,
  ],
  [
    'an overloaded node',
    { total: clean, doubts: ['The node was busy.'] },
    'doubtful',
    'doubt',
    0,
    /^Doubtful, no threshold set: .*\. The node was busy\.$/,
  ],
  [
    'missing samples',
    { total: clean, isComplete: false },
    'doubtful',
    'doubt',
    0,
    /Not every sample is accounted for: see the receipt\.$/,
  ],
];
for (const [what, more, word, tone, exitCode, sentence] of cases) {
  test(`${word}, exit code ${exitCode}: a run with ${what}`, () => {
    const verdict = verdictWith(more);
    assert.deepEqual([verdict.word, verdict.tone, verdict.exitCode], [word, tone, exitCode]);
    assert.match(verdict.sentence, sentence);
  });
}

test('failures still count when no threshold limits the errors of all labels', () => {
  const expressions = [
    'p95 > 1s',
    'label("Error page").p95 > 1s',
    'label("Home").errors > 1%',
    // Fails a run with too few errors.
    'errors < 1',
  ];
  for (const expression of expressions) {
    const { word, tone } = verdictWith({ thresholds: [judged(expression)] });
    assert.deepEqual([word, tone], ['finished_with_errors', 'doubt'], expression);
  }
});

test('errors on nodes make a run broken even if a threshold allows the failures', () => {
  const allowed = { thresholds: [judged('errors > 1%')] };
  const remoteErrors = ['out of memory'];
  const { word, sentence } = verdictWith(allowed, { change: { remoteErrors } });
  assert.equal(word, 'broken');
  assert.match(sentence, /^Broken, with errors on the nodes, threshold met: /);
  assert.equal(verdictWith({ ...allowed, isComplete: false }).word, 'doubtful');
});

test('mentions that a run was stopped', () => {
  const stopRequestedAt = new Date();
  const stopped = { change: { stopRequestedAt } };
  assert.match(verdictWith({ total: clean }, stopped).sentence, /^Passed, stopped by request, no threshold/);
  assert.match(verdictWith({ total: none }, stopped).sentence, /^Broken, stopped by request: no samples/);
  const ended = { change: { stopRequestedAt, remoteErrors: ['The grid has ended.'] } };
  assert.match(verdictWith({ total: clean }, ended).sentence, /^Broken, stopped early, with errors on/);
});

test('an aborted run fails, with the rule and the time', () => {
  const at = new Date('2026-11-17T14:03:22Z');
  const text = 'errors > 90% for 60s (100 % in the last second)';
  const aborted = { rule: 'errors > 90% for 60s', at, text };
  const change = { aborted, stopRequestedAt: at, startedAt: new Date('2026-11-17T14:01:47Z') };
  const said =
    'borted after 1 min 35 s (14:03:22 UTC) by the rule errors > 90% for 60s (100 % in the last second)';
  const met = verdictWith({ thresholds: [judged('p95 > 1s')] }, { change });
  assert.deepEqual([met.word, met.tone, met.exitCode], ['failed', 'bad', 2]);
  assert.ok(met.sentence.startsWith(`Failed, a${said}. 10,000 samples from `), met.sentence);
  const unmet = verdictWith({ thresholds: [judged('p95 > 1s', false, 2000)] }, { change });
  assert.ok(unmet.sentence.startsWith(`Failed, a${said}, threshold not met: p95 ≤ 1 s`), unmet.sentence);
  const going = verdictWith({ isComplete: null }, { change, phase: 'stopping' });
  assert.deepEqual([going.word, going.exitCode], ['running', 2]);
  assert.ok(going.sentence.startsWith(`A${said}. Stopping: 10,000 samples so far`), going.sentence);
  const silent = verdictWith({ total: none }, { change });
  assert.ok(silent.sentence.endsWith('in the last second), no samples were recorded.'), silent.sentence);
});

test('an unfinished run has the word of its status, and lists unmet thresholds first', () => {
  const thresholds = [judged('errors > 0', false, 10)];
  const going = verdictWith({ thresholds, isComplete: null }, { phase: 'running' });
  assert.deepEqual([going.word, going.tone, going.exitCode], ['running', 'bad', 2]);
  assert.match(
    going.sentence,
    /^Threshold not met so far: errors ≤ 0 \(10\)\. Running: 10,000 samples so far/,
  );
  const some = [...thresholds, judged('p95 > 1s'), judged('p99 > 1s', null)];
  const one = verdictWith({ thresholds: some, isComplete: null }, { phase: 'running' });
  assert.match(one.sentence, /^1 of 3 thresholds not met so far: errors/);
  const fine = verdictWith({ thresholds: [judged('p95 > 1s')], isComplete: null }, { phase: 'running' });
  assert.deepEqual([fine.tone, fine.exitCode], ['going', 0]);
  assert.match(fine.sentence, /^Running: 10,000 samples so far/);
  const young = verdictWith({ total: none, thresholds, isComplete: null }, { phase: 'running' });
  assert.equal(young.tone, 'going', 'nothing is judged before the first sample');
  const waiting = verdictWith({ total: null, isComplete: null }, { phase: 'preparing' });
  assert.deepEqual([waiting.word, waiting.exitCode], ['queued', 0]);
});

test('shows stored doubts of a finished run, and current doubts of an unfinished one', () => {
  const page = examplePage(exampleReport({ total: clean }));
  const ending = { doubts: ['Stored.'], isComplete: true };
  assert.deepEqual(pageVerdict(exampleRun({ ending }), page, true).doubts, ['Stored.']);
  const generator = { lagP99Ms: 240, lagMaxMs: 400, busyShare: 0.5 };
  const live = pageVerdict({ ...exampleRun({ phase: 'running' }), generator }, page, true);
  assert.equal(live.tone, 'doubt');
  assert.match(live.sentence, /saturated \(schedule lag p99 240 ms/);
});

test('hides progress of nodes and target hosts without access to the account', () => {
  const thresholds = [judged('label("https://shop.example/cart").p95 > 1ms', false, 240)];
  const page = examplePage(exampleReport({ total: clean }), { thresholds });
  const view = { ...exampleRun({ phase: 'running' }), progress: 'Node 1 starts.' };
  const own = pageVerdict(view, page, true).sentence;
  assert.match(own, /"https:\/\/shop\.example\/cart" ≤ 1 ms.* Now: Node 1 starts\./);
  const others = pageVerdict(view, page, false).sentence;
  assert.match(others, /p95 of "\/cart" ≤ 1 ms/);
  assert.doesNotMatch(others, /shop\.example|Node 1 starts/);
});
