import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleFigures, exampleOutcome } from '../testing/example-outcome.ts';
import { exitCodeOf, verdictSentence } from './outcome.ts';

const threshold = (passed: boolean | null) => ({ expression: 'p95 > 1s', passed, actual: 1, text: 'So.' });
const nothing = exampleFigures('', { passed: 0, failed: 0 });

const cases: [what: string, outcome: Parameters<typeof exampleOutcome>[0], code: number, sentence: RegExp][] =
  [
    ['without thresholds', {}, 0, /^Finished, no threshold was set: 2,000 samples, 20 failed \(1 %\)\.$/],
    [
      'thresholds that held',
      { report: { passed: true, thresholds: [threshold(true)] } },
      0,
      /^Passed its threshold: /,
    ],
    [
      'a failed threshold',
      { report: { passed: false, thresholds: [threshold(true), threshold(false)] } },
      2,
      /^Failed 1 of 2 thresholds: /,
    ],
    [
      'a threshold nobody could judge',
      { report: { thresholds: [threshold(null)] } },
      1,
      /^Doubtful, a threshold/,
    ],
    [
      'trouble on the nodes',
      { run: { remote_errors: ['A node was lost.'] } },
      1,
      /^Doubtful, something went wrong/,
    ],
    [
      'trouble and a failed threshold',
      {
        run: { remote_errors: ['A node was lost.'] },
        report: { passed: false, thresholds: [threshold(false)] },
      },
      2,
      /^Failed 1 of 1 threshold: /,
    ],
    ['nothing measured', { report: { total: nothing, labels: [] } }, 1, /^Could not run: /],
    ['still going', { run: { status: 'running' } }, 0, /^Still going on: 2,000 samples/],
  ];
for (const [what, more, code, sentence] of cases) {
  test(`exit code ${code} for a run with: ${what}`, () => {
    const outcome = exampleOutcome(more);
    assert.equal(exitCodeOf(outcome), code);
    assert.match(verdictSentence(outcome), sentence);
  });
}
