import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lockOf } from './lock-of.ts';

const packages = {
  'node_modules/a': { version: '1', dependencies: { b: '^1', c: '^1' } },
  'node_modules/a/node_modules/b': { version: '1', dependencies: { d: '^1' } },
  'node_modules/b': { version: '2' },
  'node_modules/c': { version: '3', dev: true, optionalDependencies: { 'c-linux': '3', 'c-missing': '3' } },
  'node_modules/c-linux': { version: '3', optional: true },
  'node_modules/d': { version: '4', dependencies: { a: '^1' } },
  'node_modules/e': { version: '5' },
};

test('contains what the packages need, each in the version that Node.js would find, and nothing else', () => {
  assert.deepEqual(lockOf(['a'], packages), {
    'node_modules/a': packages['node_modules/a'],
    'node_modules/a/node_modules/b': packages['node_modules/a/node_modules/b'],
    'node_modules/c': { version: '3', optionalDependencies: { 'c-linux': '3', 'c-missing': '3' } },
    'node_modules/c-linux': packages['node_modules/c-linux'],
    'node_modules/d': packages['node_modules/d'],
  });
});
