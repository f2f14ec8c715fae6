import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ComparisonResource } from '../../contract/resources/comparison.ts';
import { judgeComparison } from './judge-comparison.ts';

type Verdict = ComparisonResource['comparisons'][number]['verdict'];

const judge = (...verdicts: Verdict[]) =>
  judgeComparison({ comparisons: verdicts.map((verdict, at) => ({ run: `run${at}-and-more`, verdict })) });

test('a run that is worse, if only in part, is exit code 2', () => {
  assert.equal(judge('better', 'no_clear_difference'), 0);
  assert.equal(judge('better', 'worse'), 2);
  assert.equal(judge('mixed'), 2);
});

test('a gate that could not judge does not pass, and says which run', () => {
  assert.throws(
    () => judge('no_clear_difference', 'too_few_samples'),
    (error: Error) => error.name === 'CliError' && error.message.startsWith('Whether run1-and is worse'),
  );
  assert.equal(judge('too_few_samples', 'worse'), 2, 'one that is worse is enough to fail');
});
