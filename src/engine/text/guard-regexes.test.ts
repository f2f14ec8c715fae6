import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { guardRegexes } from './guard-regexes.ts';
import { JavaRegex } from './java-regex.ts';

describe('expressions that backtrack', () => {
  it('come to an end that backtracking would not reach in a day', { timeout: 60_000 }, () => {
    guardRegexes();
    const regex = new JavaRegex('x.*y.*z.*w.*v.*u!');
    assert.equal(regex.isIn(`x${'yzwvux'.repeat(300)}`), false);
    assert.equal(regex.isIn(`x${'yzwvux'.repeat(300)}u!`), true);
  });
});
