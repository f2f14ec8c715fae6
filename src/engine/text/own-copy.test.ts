import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ownCopy } from './own-copy.ts';

it('a copy has the same characters, whatever they are', () => {
  for (const part of [
    '',
    'short',
    'a part of some length',
    'grün und blau und weiß',
    '日本語の長いテキスト、長い',
    `half ${'\ud800'} of a pair`,
  ]) {
    assert.equal(ownCopy(part, part + 'x'.repeat(5000)), part);
    assert.equal(ownCopy(part, part), part);
  }
});
