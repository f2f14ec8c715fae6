import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findWords } from './find-words.ts';
import { notUsed } from './not-used.ts';

test('words of the list are found with their line and what to write instead', () => {
  const [first, ...others] = findWords('const a = 1;\n// Nobo' + 'dy waits for it.\n', notUsed);
  assert.deepEqual([first?.line, first?.text, others], [2, 'Nobo' + 'dy', []]);
  assert.match(first?.instead ?? '', /noun/);
  assert.deepEqual(findWords('// No client waits for it.\n', notUsed), []);
});
