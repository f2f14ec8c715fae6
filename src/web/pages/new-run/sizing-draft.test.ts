import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyDraft } from './draft.ts';
import { sizedDraft, sizingInput, testNameOf } from './sizing-draft.ts';

const draft = {
  ...emptyDraft('Shop'),
  threads: '50',
  rampup: '30',
  duration: '600',
  failIf: 'p95 > 1s',
  test: 'Checkout',
  data_files: 'users.csv=split',
};

test('a measurement runs on one node, without load settings, thresholds and test', () => {
  assert.deepEqual(sizingInput(draft, 'jmeter'), {
    tool: 'jmeter',
    files: [],
    privacy: 'private',
    project: 'Shop',
    duration: 600,
    data_files: 'users.csv=split',
  });
  const dedicated = { ...draft, where: 'regions' as const, regions: [{ region: 'eu-west-1', nodes: '4' }] };
  assert.deepEqual(sizingInput(dedicated, 'jmeter').grids, [
    { region: 'eu-west-1', infrastructure: 'demand', instance_quantity: 1, stop_after: 26 },
  ]);
});

test('fills in nodes and virtual users; one node stays on the shared grid', () => {
  const many = sizedDraft(draft, { nodes: 13, usersPerNode: 770 });
  assert.deepEqual(
    [many.threads, many.where, many.regions],
    ['770', 'regions', [{ region: 'us-east-1', nodes: '13' }]],
  );
  const one = sizedDraft(draft, { nodes: 1, usersPerNode: 40 });
  assert.deepEqual([one.threads, one.where], ['40', 'shared']);
});

test('finds the test by its name, then by run name and plan', () => {
  assert.equal(testNameOf(draft, 'plan.jmx'), 'Checkout');
  assert.equal(testNameOf({ ...draft, test: ' ', name: 'Nightly' }, 'plan.jmx'), 'Nightly');
  assert.equal(testNameOf(emptyDraft(''), 'plan.jmx'), 'plan.jmx');
});
