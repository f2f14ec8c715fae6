import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupFiles } from './group-files.ts';
import type { TestFileNeeds } from './test-file-needs.ts';

const none: TestFileNeeds = {
  system: new Set(),
  tools: [],
  usesDatabase: false,
  runsAlone: false,
};

function group(needs: Record<string, Partial<TestFileNeeds>>, expectedS: (file: string) => number = () => 1) {
  return groupFiles(Object.keys(needs), { needsOf: (file) => ({ ...none, ...needs[file] }), expectedS });
}

test('short files without tools share a process with their neighbours', () => {
  assert.deepEqual(group({ 'b/1': {}, 'a/1': {}, 'a/2': { usesDatabase: true } }), [['a/1', 'a/2', 'b/1']]);
});

test('files with the same tools share a process, whatever else they require', () => {
  const groups = group({
    a: { tools: ['gatling', 'jmeter'] },
    b: {},
    c: { tools: ['jmeter', 'gatling'] },
    d: { system: new Set(['jq']) },
    e: { tools: ['jmeter'] },
  });
  assert.deepEqual(groups, [['a', 'c'], ['b', 'd'], ['e']]);
});

test('a file with a reason runs alone', () => {
  assert.deepEqual(group({ a: {}, b: { runsAlone: true }, c: {} }), [['a', 'c'], ['b']]);
});

test('long files run alone, and the longest group comes first', () => {
  const seconds: Record<string, number> = { a: 30, b: 2, c: 3, d: 60 };
  const groups = group({ a: {}, b: {}, c: {}, d: {} }, (file) => seconds[file] ?? 0);
  assert.deepEqual(groups, [['d'], ['a'], ['b', 'c']]);
});

test('a group has a limited number of files and seconds', () => {
  const files = Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`f${100 + at}`, {}]));
  assert.deepEqual(
    group(files).map((each) => each.length),
    [30, 30, 10],
  );
  assert.deepEqual(
    group({ a: {}, b: {}, c: {}, d: {} }, () => 20).map((each) => each.length),
    [2, 2],
  );
});
