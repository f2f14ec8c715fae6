import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isFullSuite } from '../../../test/support/suite.ts';
import { seededRandom } from '../../lib/seeded-random.ts';
import { guardRegexes } from './guard-regexes.ts';
import { LongSearch } from './long-search.ts';
import { OroRegex } from './oro-regex.ts';
import { RegexRefusal, type TranslatedRegex, translateRegex } from './translate-regex.ts';

guardRegexes();

const long = 400_000;
/** Undefined: the default of runs, 5 s. */
const maxSearchMs = isFullSuite() ? undefined : 500;
const tookTooLong = new RegExp(`took longer than ${(maxSearchMs ?? 5000) / 1000} seconds`);
const as = 'a'.repeat(long);

const all = (pattern: string, text: string) => {
  const matches: RegExpExecArray[] = [];
  new OroRegex(pattern).findIn(text, matches, Number.POSITIVE_INFINITY);
  return matches.map((match) => [match.index, ...match]);
};

describe('expressions in long texts', () => {
  // Scanning the text from each position would take minutes.
  for (const [pattern, text, count] of [
    ['.*Welcome.*', 'x'.repeat(long), 0],
    ['.*Welcome.*', `${'x'.repeat(long)}\nWelcome`, 1],
    ['(?i).*welcome.*', `${'x'.repeat(long)}\nWELCOME`, 1],
    ['(.*)b', `${as}\nb`, 1],
    ['(a+)b', `${as}cb`, 0],
    ['(a*)b', `${as}cb`, 1],
    ['a(.*?)b', as, 0],
    ['a(.*?)b', `${as}\nb`, 0],
    ['(?i)a(.*?)b', `${as}\nb`, 0],
    ['a.*a.*b', `${as}\nb`, 0],
    ['(?:a|c)*b', `${as}db`, 1],
    ['(?:a*|x)b', `${as}db`, 1],
    ['\\s+$', `${' '.repeat(long)}x`, 0],
    ['^.*b$', as, 0],
  ] as const) {
    it(`${pattern} finds ${count} at ${JSON.stringify(text.slice(-4))}`, { timeout: 60_000 }, () => {
      assert.equal(all(pattern, text).length, count);
      assert.equal(new OroRegex(pattern).isIn(text), count > 0);
    });
  }

  it('find the same matches as in short texts', () => {
    const random = seededRandom(7);
    const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
    let [found, steadies] = [0, 0];
    for (let round = 0; round < 2000; round++) {
      const pattern = randomPattern(pick);
      const text = Array.from({ length: 40 }, () => pick(['a', 'a', 'b', 'A', 'x', '\n', ' '])).join('');
      const regex = translated(pattern);
      if (!regex) {
        continue;
      }
      const { source, shape } = regex;
      const [search, begin] = [new RegExp(source, 'g'), new RegExp(source, 'y')];
      const searching = new LongSearch({ pattern, source, shape });
      const plain = matchesBy(search, () => search.exec(text));
      const careful = searching.inText(text, search, begin, (next) => matchesBy(search, next));
      assert.deepEqual(careful, plain, `${JSON.stringify(pattern)} in ${JSON.stringify(text)}`);
      found += plain.length > 0 ? 1 : 0;
      const steady = steadyOf(source);
      if (steady) {
        steadies += 1;
        assert.deepEqual(
          matchesBy(steady, () => steady.exec(text)),
          plain,
          `${JSON.stringify(pattern)} in ${JSON.stringify(text)}`,
        );
      }
    }
    assert.ok(found > 700 && steadies > 700);
  });

  it('find all matches, with and without a time limit', () => {
    const table = 'name,value\n'.repeat(5000);
    for (const pattern of ['(?m)^(\\w+),(.*)$', '\\b(\\w+),', '(\\w+),(.+?)e']) {
      const source = translateRegex(pattern).source;
      const plain = [...table.matchAll(new RegExp(source, 'g'))].map((match) => [match.index, ...match]);
      const regex = new OroRegex(pattern);
      for (let time = 0; time < 6; time++) {
        const matches: RegExpExecArray[] = [];
        regex.findIn(table, matches, Number.POSITIVE_INFINITY);
        assert.equal(matches.length, 5000);
        assert.deepEqual(
          matches.map((match) => [match.index, ...match]),
          plain,
        );
      }
    }
  });

  it('exceed the time limit in short texts too when there are too many ways to match', {
    timeout: 120_000,
  }, () => {
    const texts = ['aa', 'aaaa', 'a'.repeat(20)].map((text) => `${text}-`);
    for (const pattern of ['(?:a|aa)+$', '(?:a{1,60}){1,60}$', '<(?:[^<]{0,100}a){1,60}$']) {
      const regex = new OroRegex(pattern);
      assert.deepEqual(
        texts.map((text) => regex.isIn(text)),
        [false, false, false],
      );
    }
    const regex = new OroRegex('(?:a|aa)+$', undefined, maxSearchMs);
    assert.throws(() => regex.isIn(`${'a'.repeat(80)}-`), tookTooLong);
  });

  it('end the test with a reason when no engine is fast enough', { timeout: 60_000 }, () => {
    const reasons: string[] = [];
    const regex = new OroRegex('a(.*?)b(?!c)', (reason) => reasons.push(reason), maxSearchMs);
    assert.throws(() => regex.isIn(`${as}${as}${as}\nbb`), tookTooLong);
    assert.equal(reasons.length, 1);
    assert.match(reasons[0] ?? '', /^The expression a\(\.\*\?\)b\(\?!c\) .* in a text of 1200003 characters/);
    assert.match(reasons[0] ?? '', tookTooLong);
  });
});

function matchesBy(search: RegExp, find: () => RegExpExecArray | null): unknown[][] {
  const found: unknown[][] = [];
  search.lastIndex = 0;
  for (let match = find(); match; match = find()) {
    found.push([match.index, search.lastIndex, ...match]);
    search.lastIndex += match[0] === '' ? 1 : 0;
  }
  return found;
}

function randomPattern(pick: <T>(from: readonly T[]) => T): string {
  const unit = () => pick(['a', 'b', '.', '[ab]', '[^b]', '\\w', '\\s', 'x', '\\n']);
  const repeated = () => unit() + pick(['*', '+', '*?', '+?', '{2,}', '', '?', '{1,3}']);
  const piece = () =>
    pick([repeated, repeated, () => `(${repeated()})`, () => `(?:${unit()}|${unit()}${unit()})`])();
  const rest = Array.from({ length: pick([0, 1, 1, 2]) }, piece).join('');
  return (
    pick(['', '', '(?i)', '(?s)', '(?m)']) +
    pick(['', '', '', '^']) +
    piece() +
    rest +
    pick(['', '', '$', 'b'])
  );
}

function translated(pattern: string): TranslatedRegex | undefined {
  try {
    return translateRegex(pattern);
  } catch (error) {
    assert.ok(error instanceof RegexRefusal);
    return undefined;
  }
}

/** The expression for V8's linear-time engine; undefined if the engine does not support it. */
function steadyOf(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'lg');
  } catch {
    return undefined;
  }
}
