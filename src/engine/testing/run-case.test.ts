import assert from 'node:assert/strict';
import { test } from 'node:test';
import { debug, group } from './plan.ts';
import { observeOurs } from './run-case.ts';
import { Target } from './target.ts';

test('ports get their names only in what a plan for the target does', async () => {
  await using target = await Target.start();
  const samples = [group({}, debug(String(target.port)))];
  const labels = async (plan: typeof samples | (() => typeof samples)) =>
    (await observeOurs(target, { name: 'digits', plan })).samples.map(({ label }) => label);
  assert.deepEqual(await labels(() => samples), ['{port}']);
  assert.deepEqual(await labels(samples), [String(target.port)]);
});
