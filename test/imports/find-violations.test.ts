import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findViolations } from './find-violations.ts';
import { importedModules } from './imported-modules.ts';

test('finds imports of values and types, re-exports and imports inside functions', () => {
  const source = `import './effects.ts';
import pg, { type Pool } from 'pg';
import type {
  Log,
} from '../lib/log.ts';
import * as fs from 'node:fs';
export type { Run } from './run.ts';
export * from './all.ts';
export * as names from './names.ts';
export const text = 'not a module';
const later = await import('./later.ts');
type Late = typeof import('./late.ts');
files.import('./method.ts');
`;
  assert.deepEqual(importedModules(source), [
    ...['./effects.ts', 'pg', '../lib/log.ts', 'node:fs'],
    ...['./run.ts', './all.ts', './names.ts'],
    ...['./later.ts', './late.ts'],
  ]);
});

test('reports a forbidden import with its rule and reason, and no other', () => {
  const graph = new Map([
    ['src/lib/a.ts', ['src/lib/b.ts', 'src/api/c.ts']],
    ['src/lib/a.test.ts', ['src/api/c.ts']],
    ['src/api/c.ts', []],
  ]);
  const rule = {
    name: 'lib',
    reason: 'lib imports nothing.',
    from: { path: /^src\/lib\//, except: /[.]test[.]ts$/ },
    to: { path: /^src\//, except: /^src\/lib\// },
  };
  assert.deepEqual(findViolations(graph, [rule]), ['lib: src/lib/a.ts → src/api/c.ts. lib imports nothing.']);
});

test('inserts the first group of the importing path into the exception', () => {
  const graph = new Map([
    ['src/http/a.ts', ['src/http/b.ts', 'src/sampling/c.ts']],
    ['src/sampling/c.ts', ['src/sampling/d.ts']],
  ]);
  const rule = {
    name: 'clients',
    from: { path: /^src\/(http|sampling)\// },
    to: { path: /^src\//, except: '^src/$1/' },
  };
  assert.deepEqual(findViolations(graph, [rule]), ['clients: src/http/a.ts → src/sampling/c.ts']);
});

test('follows a transitive rule through other modules to a module of Node.js', () => {
  const graph = new Map([
    ['src/jmx/a.ts', ['src/lib/b.ts']],
    ['src/lib/b.ts', ['src/lib/c.ts', 'node:fs']],
    ['src/lib/c.ts', ['node:net']],
  ]);
  const rule = {
    name: 'no-sockets',
    from: { path: /^src\/jmx\// },
    to: { path: /^node:net$/ },
    isTransitive: true,
  };
  assert.deepEqual(findViolations(graph, [rule]), [
    'no-sockets: src/jmx/a.ts → src/lib/b.ts → src/lib/c.ts → node:net',
  ]);
});

test('reports a cycle once, also of one module', () => {
  const graph = new Map([
    ['a.ts', ['b.ts', 'd.ts']],
    ['b.ts', ['c.ts']],
    ['c.ts', ['a.ts']],
    ['d.ts', ['d.ts', 'b.ts']],
  ]);
  assert.deepEqual(findViolations(graph, []), [
    'no-cycle: a.ts → b.ts → c.ts → a.ts',
    'no-cycle: d.ts → d.ts',
  ]);
});
