import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RawFacts } from '../facts.ts';
import { hasStacks, readsStacks, withoutStacks } from './without-stacks.ts';

const facts = (body: string, bytes: number, message: string) =>
  ({
    samples: [{ label: 'a', body, bytes, bodyBytes: bytes, children: [], assertions: [{ message }] }],
    files: { saved: `${bytes}` },
  }) as unknown as RawFacts;

test('leaves out stacks, what is counted of them, and the contents of files', () => {
  const problem = 'java.net.URISyntaxException: Illegal character';
  const apache = facts(
    `${problem}\n\tat java.base/a.B(C.java:1)\n\tat d.E(F.java:2)\n`,
    100,
    'It was 1,180 bytes, not 3',
  );
  const ours = facts(`${problem}\n`, 47, 'It was 47 bytes, not 3');
  assert.deepEqual([hasStacks(apache), hasStacks(ours)], [true, false]);
  assert.deepEqual(withoutStacks(ours), withoutStacks(apache));
  assert.notDeepEqual(
    withoutStacks(facts(`${problem}s\n`, 47, 'It was 47 bytes, not 3')),
    withoutStacks(apache),
  );
});

test('finds plans whose variables are text of a stack', () => {
  const facts = (body: string, variables: Record<string, string>) =>
    ({ samples: [{ label: 'a', body, variables, children: [] }], files: {} }) as unknown as RawFacts;
  const apache = facts('Problem\n\tat java.base/a.<init>(C.java:1)', { found: '<init>', kept: 'Problem' });
  assert.equal(readsStacks(apache, facts('Problem', { kept: 'Problem' })), true);
  assert.equal(readsStacks(apache, facts('Problem', { found: '<init>', kept: 'Other' })), false);
});
