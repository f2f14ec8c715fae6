import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nodeSizeOf } from './node-size.ts';

test('an instance type is a name or a size', () => {
  assert.deepEqual(nodeSizeOf('m5.large'), { cpu: '2', memory: '8Gi' });
  assert.deepEqual(nodeSizeOf('c5.4xlarge'), { cpu: '16', memory: '32Gi' });
  assert.deepEqual(nodeSizeOf('local'), { cpu: '2', memory: '4Gi' });
  assert.deepEqual(nodeSizeOf('cpu=4,memory=8Gi'), { cpu: '4', memory: '8Gi' });
  assert.deepEqual(nodeSizeOf('cpu=500m,memory=600M'), { cpu: '500m', memory: '600M' });
  for (const unknown of [
    'm5.tiny',
    'cpu=0,memory=1Gi',
    'cpu=1',
    'cpu=1,memory=0Gi',
    'cpu=1,memory=8',
    '',
    'x',
  ])
    assert.equal(nodeSizeOf(unknown), undefined, unknown);
});
