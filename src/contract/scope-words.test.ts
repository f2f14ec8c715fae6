import assert from 'node:assert/strict';
import { it } from 'node:test';
import { scopeMeanings, scopes } from '../domain/scopes.ts';
import { scopeNames, scopeWords } from './scope-words.ts';

it('scope descriptions match those of the service', () => {
  assert.deepEqual(scopeWords, scopeMeanings);
  assert.deepEqual(scopeNames, scopes);
});
