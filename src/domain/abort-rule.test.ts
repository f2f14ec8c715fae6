import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRuleMet, parseAbortRule } from './abort-rule.ts';
import { AppError } from './errors.ts';

test('parses the condition of a threshold and a time', () => {
  const { expression, condition, forS } = parseAbortRule('  label("Check, out").p95(all) > 2s  for 90 s ');
  assert.equal(expression, 'label("Check, out").p95(all) > 2s  for 90 s');
  assert.deepEqual([condition.label, condition.limit, forS], ['Check, out', 2000, 90]);
  assert.equal(parseAbortRule('errors > 50% for 2m').forS, 120);
  assert.equal(parseAbortRule('errors>50% FOR 1min').forS, 60);
});

test('reports the position of an error and the expected syntax', () => {
  const refuses = (expression: string, sentence: RegExp) =>
    assert.throws(
      () => parseAbortRule(expression),
      (error) => error instanceof AppError && error.code === 'invalid' && sentence.test(error.message),
      expression,
    );
  refuses('errors > 50%', /^The abort rule "errors > 50%" is not valid at character 13: expected "for" and/);
  refuses('errors > 50% for', /character 17: expected a time from 1s to 15m/);
  refuses('errors > 50% for 30', /character 18: expected a time/);
  refuses('errors > 50% for 0s', /character 18: expected a time/);
  refuses('errors > 50% for 16m', /character 18: expected a time/);
  refuses('errors > 50% for 30s or p95 > 1s', /character 22: expected the end .* each abort rule separately/);
  refuses('p95 > 800 for 30s', /character 11: "for" is not a valid unit/);
  refuses(`errors > 5% for ${'1'.repeat(2000)}`, /An abort rule has 2016 characters; at most 1000/);
});

test('a rule is met when its condition held in each judged second for its time', async () => {
  const met = (holds: (boolean | null)[], forS = 3) =>
    isRuleMet({ forS }, holds.map((each, at) => ({ second: 100 + at, holds: each })).toReversed());
  assert.equal(await met([true, true, true]), true);
  assert.equal(await met([false, true, true, true]), true);
  assert.equal(await met([true, true]), false);
  assert.equal(await met([true, false, true, true]), false);
  assert.equal(await met([true, true, true, false]), false, 'it no longer holds');
  assert.equal(await met([true, null, true, null]), true, 'seconds without samples decide nothing');
  assert.equal(await met([true, null, null, null]), false, 'one second is not a stretch');
  assert.equal(await met([null, null, null]), false);
  assert.equal(await met([], 1), false);
});
