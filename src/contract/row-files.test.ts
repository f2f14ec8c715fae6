import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRowChoices, withRowChoice } from './row-files.ts';

test('a choice replaces the entry of its file, and copy removes it', () => {
  const text = 'a=b.csv=split:no-header, users.csv = LEASE, cards.csv=copy';
  assert.deepEqual(readRowChoices(text), [
    { file: 'a=b.csv', mode: 'split', hasHeader: false },
    { file: 'users.csv', mode: 'lease', hasHeader: undefined },
    { file: 'cards.csv', mode: 'copy', hasHeader: undefined },
  ]);
  assert.equal(
    withRowChoice(text, { file: 'users.csv', mode: 'split', hasHeader: true }),
    'a=b.csv=split:no-header, users.csv=split:header',
  );
  assert.equal(
    withRowChoice('users.csv=split', { file: 'users.csv', mode: 'copy', hasHeader: undefined }),
    '',
  );
  assert.deepEqual(readRowChoices('users.csv, =split, b.csv=lend'), []);
});
