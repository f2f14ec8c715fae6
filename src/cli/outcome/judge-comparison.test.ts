import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComparisonResource } from '../../contract/resources/comparison.ts';
import { judgeBaseline, judgeComparison } from './judge-comparison.ts';

type Verdict = ComparisonResource['comparisons'][number]['verdict'];

const judge = (...verdicts: Verdict[]) =>
  judgeComparison({ comparisons: verdicts.map((verdict, at) => ({ run: `run${at}-and-more`, verdict })) });

test('a worse or mixed run gives exit code 2', () => {
  assert.equal(judge('better', 'no_clear_difference'), 0);
  assert.equal(judge('better', 'worse'), 2);
  assert.equal(judge('mixed'), 2);
});

test('a run that cannot be judged is an error with its id', () => {
  assert.throws(
    () => judge('no_clear_difference', 'too_few_samples'),
    (error: Error) =>
      error.name === 'CliError' && error.message.startsWith('Cannot compare run1-and with the baseline'),
  );
  assert.equal(judge('too_few_samples', 'worse'), 2, 'one that is worse is enough to fail');
});

test('a run is judged by the baseline of its test, and not without one', () => {
  const judged = (verdict: Verdict) =>
    judgeBaseline({
      test: null,
      baseline: { run: 'first', verdict, sentence: 'The median is 30 % higher.', basis_text: '' },
    });
  assert.equal(judged('better'), null);
  assert.equal(judged('no_clear_difference'), null);
  const sentence = 'Compared with the baseline: The median is 30 % higher.';
  assert.deepEqual(judged('worse'), { exitCode: 2, sentence });
  assert.deepEqual(judged('mixed'), { exitCode: 2, sentence });
  assert.equal(judged('too_few_samples')?.exitCode, 1);
  const test = { uuid: 'k3Xw9Qdabcdef', name: 'Shop', plan_version: 1 };
  assert.deepEqual(judgeBaseline({ test, baseline: null }), {
    exitCode: 1,
    sentence: 'There is no baseline to compare the run with. Set one: spate tests baseline k3Xw9Qda <run>',
  });
});
