import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ContractError } from '../../contract/contract-error.ts';
import { retryWhileUnreachable } from './retry-while-unreachable.ts';

test('retries while the service is unreachable, with a note at the start and at the end', async () => {
  const notes: string[] = [];
  const failures = [
    new ContractError(0, 'unreachable', 'The service at x does not respond: refused.'),
    new ContractError(503, 'starting', 'Starting.'),
  ];
  const answer = await retryWhileUnreachable(
    async () => {
      const failure = failures.shift();
      if (failure) throw failure;
      return 'here';
    },
    { note: (sentence) => notes.push(sentence), signal: new AbortController().signal },
  );
  assert.equal(answer, 'here');
  assert.deepEqual(notes, [
    'The service at x does not respond: refused. Retrying; the run continues meanwhile.',
    'The service is reachable again.',
  ]);
});

test('does not retry rejected requests', async () => {
  let calls = 0;
  const refused = retryWhileUnreachable(
    async () => {
      calls += 1;
      throw new ContractError(404, 'not_found', 'There is no run x.');
    },
    { note: () => {}, signal: new AbortController().signal },
  );
  await assert.rejects(refused, /There is no run x\./);
  assert.equal(calls, 1);
});

test('stops when the signal aborts', async () => {
  const controller = new AbortController();
  const waiting = retryWhileUnreachable(
    async () => {
      throw new ContractError(0, 'unreachable', 'Gone.');
    },
    { note: () => controller.abort(), signal: controller.signal },
  );
  await assert.rejects(waiting, { name: 'AbortError' });
});
