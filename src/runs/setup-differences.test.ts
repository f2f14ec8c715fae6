import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleNode, exampleRun } from '../api/testing/example-run.ts';
import type { RunView } from './runs.ts';
import { setupDifferences } from './setup-differences.ts';

const compare = (one: RunView, two: RunView, users: [number, number] = [50, 50]) =>
  setupDifferences(
    { view: one, report: { maxConcurrency: users[0] } },
    { view: two, report: { maxConcurrency: users[1] } },
  );

test('reports no differences for the same plan, users and nodes', () => {
  assert.deepEqual(compare(exampleRun(), exampleRun(), [50, 53]), []);
});

test('reports different plans, users and nodes', () => {
  const other = exampleRun({
    change: { threads: 50, durationS: 600 },
    nodes: [exampleNode('ended'), exampleNode('ended', 1)],
  });
  const files = other.files.map((file) => ({ ...file, sha256: 'cd' }));
  assert.deepEqual(compare(exampleRun(), { ...other, files }, [5, 100]), [
    'Different plans or data files: plan.jmx.',
    'Virtual users per node: 50, baseline 5.',
    'Virtual users at most: 100, baseline 5.',
    'Duration: 10 min, baseline 2 min.',
    'Nodes: 2 nodes on this machine, baseline 1 node on this machine.',
  ]);
});
