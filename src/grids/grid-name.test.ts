import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shortGridName } from './grid-name.ts';

describe('shortGridName', () => {
  it('returns the first two words', () => {
    assert.equal(shortGridName('homeless-reef-production-abc'), 'homeless-reef');
    assert.equal(shortGridName('shared'), 'shared');
  });
});
