import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyDraft, inputOf } from './draft.ts';

const files = [{ name: 'plan.jmx', content: new Blob(['x']) }];

test('omits empty fields', () => {
  assert.deepEqual(inputOf({ ...emptyDraft(''), files }, 'jmeter'), {
    tool: 'jmeter',
    files,
    privacy: 'private',
  });
});

test('includes all filled fields', () => {
  const draft = {
    ...emptyDraft('Shop'),
    files,
    tool: 'gatling',
    threads: '50',
    duration: '90',
    rampup: '30',
    tags: 'nightly, main,',
    failIf: 'p95 > 800ms\n\n errors > 1% ',
    override_parameters: ' -Ja=1 ',
    where: 'regions' as const,
    regions: [{ region: ' us-east-1', nodes: '2' }],
  };
  assert.deepEqual(inputOf(draft, 'jmeter'), {
    tool: 'gatling',
    files,
    privacy: 'private',
    project: 'Shop',
    override_parameters: '-Ja=1',
    threads: 50,
    rampup: 30,
    duration: 90,
    tag_list: ['nightly', 'main'],
    fail_if: ['p95 > 800ms', 'errors > 1%'],
    grids: [{ region: 'us-east-1', infrastructure: 'demand', instance_quantity: 2, stop_after: 17 }],
  });
});

test('sets an engine only for JMeter', () => {
  const draft = { ...emptyDraft(''), files, engine: 'apache' as const };
  assert.equal(inputOf(draft, 'jmeter').engine, 'apache');
  assert.equal('engine' in inputOf({ ...draft, engine: 'auto' }, 'jmeter'), false);
  assert.equal('engine' in inputOf(draft, 'gatling'), false);
});
