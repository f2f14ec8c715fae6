import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearest } from './nearest.ts';

test('finds the intended word', () => {
  const words = ['serve', 'agent', 'users', 'tokens', 'credentials'];
  assert.equal(nearest('serv', words), 'serve');
  assert.equal(nearest('sevre', words), 'serve');
  assert.equal(nearest('user', words), 'users');
  assert.equal(nearest('credential', words), 'credentials');
});

test('returns undefined when no word is close', () => {
  assert.equal(nearest('banana', ['serve', 'agent']), undefined);
});
