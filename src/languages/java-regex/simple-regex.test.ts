import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matchesAll } from './simple-regex.ts';

describe('regular expressions in conditions', () => {
  it('match the whole text', () => {
    assert.equal(matchesAll('abc', '[a-c]+'), true);
    assert.equal(matchesAll('abcd', '[a-c]+'), false);
    assert.equal(matchesAll('id-12', '(id|no)-\\d{2}'), true);
  });

  it('are refused when they could backtrack endlessly or differ in Java', () => {
    for (const pattern of ['(a+)+', '(?=a)b', '(a)\\1', '\\p{L}', '[a&&b]', '(a', 'a++', '(?i)a']) {
      assert.throws(() => matchesAll('aaaa', pattern), { name: 'Error' }, pattern);
    }
  });
});
