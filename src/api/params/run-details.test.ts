import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../domain/errors.ts';
import { treeOfJson } from './nested.ts';
import { readRunDetails } from './run-details.ts';

const read = (run: object) => readRunDetails(treeOfJson({ run }, new Set(['run'])).tree);

test('reads name, notes and tags, and ignores absent fields', () => {
  assert.deepEqual(read({ name: 'Nightly', tag_list: 'a, b,a' }), { name: 'Nightly', tags: ['a', 'b'] });
  assert.deepEqual(read({ notes: 'two\nlines' }), { notes: 'two\nlines' });
  assert.deepEqual(read({ name: null, notes: 'x' }), { notes: 'x' });
});

test('an empty string removes the value', () => {
  assert.deepEqual(read({ name: '', notes: ' ', tag_list: '' }), { name: null, notes: null, tags: [] });
  assert.deepEqual(read({ tag_list: [] }), { tags: [] });
});

test('rejects requests without changes and values that are too long', () => {
  const refuses = (run: object, message: RegExp) =>
    assert.throws(
      () => read(run),
      (error) => error instanceof AppError && error.code === 'invalid' && message.test(error.message),
    );
  refuses({ tool: 'jmeter' }, /run\[name\], run\[notes\] or run\[tag_list\]/);
  refuses({ name: 'x'.repeat(501) }, /run\[name\] must be text of at most 500 characters/);
});
