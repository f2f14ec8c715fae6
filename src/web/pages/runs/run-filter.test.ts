import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxCompared, readFilter, readIds, readPage, readPicked, togglePick } from './run-filter.ts';

test('reads a filter from the query and ignores unknown values', () => {
  const params = new URLSearchParams('search= shop &tag=nightly&project=Shop&tool=jmeter&state=passed');
  assert.deepEqual(readFilter(params), {
    search: 'shop',
    tag: 'nightly',
    project: 'Shop',
    tool: 'jmeter',
    state: 'passed',
  });
  assert.deepEqual(readFilter(new URLSearchParams('search=&tool=abacus&state=asleep')), {});
});

test('an invalid page number means the first page', () => {
  for (const [text, page] of [
    ['page=3', 3],
    ['', 1],
    ['page=0', 1],
    ['page=x', 1],
    ['page=1.5', 1],
  ] as const)
    assert.equal(readPage(new URLSearchParams(text)), page, text);
});

test('reads distinct ids in order', () => {
  assert.deepEqual(readIds('b,a, b,,c'), ['b', 'a', 'c']);
  assert.deepEqual(readIds(null), []);
});

test('toggles the selection up to the comparison limit', () => {
  assert.deepEqual(togglePick(['a'], 'b'), ['a', 'b']);
  assert.deepEqual(togglePick(['a', 'b'], 'a'), ['b']);
  const full = Array.from({ length: maxCompared }, (_, index) => `run ${index}`);
  assert.deepEqual(togglePick(full, 'one more'), full);
  assert.deepEqual(readPicked(new URLSearchParams({ pick: [...full, 'one more'].join(',') })), full);
  assert.equal(togglePick(full, 'run 3').length, maxCompared - 1);
});
