import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ContractError } from '../../contract/contract-error.ts';
import { patiently } from './patiently.ts';

test('tries again while the service cannot be reached, with a note at the start and at the end', async () => {
  const notes: string[] = [];
  const failures = [
    new ContractError(0, 'unreachable', 'The service at x does not answer: refused.'),
    new ContractError(503, 'starting', 'Starting.'),
  ];
  const answer = await patiently(
    async () => {
      const failure = failures.shift();
      if (failure) throw failure;
      return 'here';
    },
    { note: (sentence) => notes.push(sentence), signal: new AbortController().signal },
  );
  assert.equal(answer, 'here');
  assert.deepEqual(notes, [
    'The service at x does not answer: refused. Trying again; the run goes on without this command.',
    'The service answers again.',
  ]);
});

test('does not try again what the service has refused', async () => {
  let calls = 0;
  const refused = patiently(
    async () => {
      calls += 1;
      throw new ContractError(404, 'not_found', 'There is no run x.');
    },
    { note: () => {}, signal: new AbortController().signal },
  );
  await assert.rejects(refused, /There is no run x\./);
  assert.equal(calls, 1);
});

test('ends when somebody leaves', async () => {
  const controller = new AbortController();
  const waiting = patiently(
    async () => {
      throw new ContractError(0, 'unreachable', 'Gone.');
    },
    { note: () => controller.abort(), signal: controller.signal },
  );
  await assert.rejects(waiting, { name: 'AbortError' });
});
