import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearest } from './nearest.ts';

test('finds what a mistyped word meant', () => {
  const words = ['serve', 'agent', 'users', 'tokens', 'credentials'];
  assert.equal(nearest('serv', words), 'serve');
  assert.equal(nearest('sevre', words), 'serve');
  assert.equal(nearest('user', words), 'users');
  assert.equal(nearest('credential', words), 'credentials');
});

test('stays silent when nothing is near', () => {
  assert.equal(nearest('banana', ['serve', 'agent']), undefined);
});
