import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksForHeader, dataFileRows } from './data-file-rows.ts';

const users = { file: 'users.csv', has_header: true, lease_problem: null };
const cards = { file: 'cards.txt', has_header: null, lease_problem: 'no CSV Data Set reads it' };

test('has a row for each data file, and for entries without one', () => {
  const rows = dataFileRows('users.csv=lease, gone.csv=split', [users, cards]);
  assert.deepEqual(
    rows.map(({ choice, problem }) => [choice.file, choice.mode, problem]),
    [
      ['users.csv', 'lease', undefined],
      ['cards.txt', 'copy', undefined],
      ['gone.csv', 'split', undefined],
    ],
  );
});

test('finds choices that the service rejects, and asks for an unknown header', () => {
  const row = (text: string) => {
    const [found] = dataFileRows(text, [cards]);
    return found && [found.problem, asksForHeader(found)];
  };
  assert.deepEqual(row('cards.txt=lease'), ['Cannot be leased: no CSV Data Set reads it.', true]);
  assert.deepEqual(row('cards.txt=split'), [
    'Select whether the first line is a header: the plan does not say.',
    true,
  ]);
  assert.deepEqual(row('cards.txt=split:no-header'), [undefined, true]);
  assert.deepEqual(row(''), [undefined, false]);
  // Not inspected yet.
  assert.equal(dataFileRows('cards.txt=lease', [{ file: 'cards.txt' }])[0]?.problem, undefined);
});
