import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RegexRefusal, translateRegex } from './translate-regex.ts';

const find = (pattern: string, text: string) => {
  const { source } = translateRegex(pattern);
  return text.match(new RegExp(source, 'g'));
};

describe("JMeter's regular expressions", () => {
  it('match letters, digits and spaces like Java', () => {
    assert.deepEqual(find('\\w+', 'äé_1 x'), ['äé_1', 'x']);
    assert.deepEqual(find('\\s', 'a\u00a0b\u2003c'), ['\u2003']);
    assert.deepEqual(find('\\bé\\w', 'éa bé'), ['éa']);
  });

  it('match the end before the last line end, and the start only at the very beginning', () => {
    assert.deepEqual(find('a$', 'a\na\n'), ['a']);
    assert.equal(find('^b', 'a\nb'), null);
    assert.deepEqual(find('(?m)^b$', 'a\nb\nc'), ['b']);
    assert.deepEqual(find('.', '\r\n\u2028'), ['\r', '\u2028']);
  });

  it('match both cases of letters, also in ranges', () => {
    assert.deepEqual(find('(?i)aB1[c-e]', 'Ab1D AB1f'), ['Ab1D']);
    assert.deepEqual(find('(?i)[^X-a]', '[xYzAb'), ['b']);
    assert.deepEqual(find('(?i)\\x41[\\x42]', 'ab'), ['ab']);
    assert.deepEqual(find('(?i)[A-Z_-]+', 'aZ_-1'), ['aZ_-']);
  });

  it('treat escapes unknown to Perl as literal characters', () => {
    assert.deepEqual(find('\\Qa.b\\E', 'Qa.bE a.b'), ['Qa.bE']);
    assert.deepEqual(find('[]a]+', ']a'), [']a']);
    assert.deepEqual(find('a{,3}', 'a{,3}'), ['a{,3}']);
  });

  for (const pattern of [
    '(?<=a)b',
    'a++',
    '(?>a)',
    '[[:digit:]]',
    '(a)\\1',
    'a(?i)b',
    '(a|b)*',
    '(a+)+$',
    '(?:a*)*',
    '(?:\\w+\\s?)+x',
    '(',
    'a)',
    '[z-a]',
    '*',
    'a\\',
    '(?i)ä',
    'a{3,2}',
    'a+b+c+$',
  ]) {
    it(`refuses ${pattern}, which differs, is broken or could take without end`, () => {
      assert.throws(() => translateRegex(pattern), RegexRefusal);
    });
  }
});
