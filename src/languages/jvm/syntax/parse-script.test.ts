import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseScript } from './parse-script.ts';

/** Takes for ever when each level is parsed twice. */
const depth = 60;

describe('parseScript', () => {
  for (const [what, open, close] of [
    ['lists', '[(', ')]'],
    ['arguments', 'f((', '))'],
    ['casts', '[(String) (', ')]'],
    ['closures', 'f { a -> (', ') }'],
    ['choices', '(a ? (', ') : 1)'],
  ] as const) {
    it(`parses nested ${what} once`, () => {
      const { body } = parseScript(`x = ${open.repeat(depth)}1${close.repeat(depth)}`, 'groovy');
      assert.equal(body.length, 1);
    });
  }

  it('distinguishes a cast from a key in parentheses', () => {
    const { body } = parseScript('[(String[]) a]; [(a): 1]', 'groovy');
    const kinds = body.map((each) => each.kind === 'expression' && each.expression.kind);
    assert.deepEqual(kinds, ['list', 'map']);
  });
});
