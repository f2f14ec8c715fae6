import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComparisonResource } from '../../contract/resources/comparison.ts';
import { judgeComparison } from './judge-comparison.ts';

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
