import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ContractError } from '../../contract/contract-error.ts';
import { otherProblems, problemsOf } from './field-problems.ts';

const error = new ContractError(422, 'invalid', 'Two things are wrong.', {
  details: [
    { code: 'invalid', message: 'threads must be a number.', field: 'run[threads]' },
    { code: 'invalid', message: 'no such region.', field: 'run[grids][0][region]' },
    { code: 'other', message: 'The moon is full.' },
  ],
});

test('assigns errors to their fields and returns the rest separately', () => {
  assert.deepEqual(problemsOf(error, 'run[threads]'), ['threads must be a number.']);
  assert.deepEqual(problemsOf(error, 'run[grids][]'), ['no such region.']);
  assert.deepEqual(problemsOf(error, 'run[name]'), []);
  assert.deepEqual(otherProblems(error, ['run[threads]', 'run[grids][]']), ['The moon is full.']);
});

test('an error without details is returned as its message', () => {
  const plain = new ContractError(503, 'busy', 'Try later.');
  assert.deepEqual(otherProblems(plain, ['run[threads]']), ['Try later.']);
});
