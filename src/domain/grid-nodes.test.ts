import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Grid } from './grid.ts';
import { distributeNodes } from './grid-nodes.ts';

const grid = {
  region: 'eu-west-1',
  infrastructure: 'hosted',
  instanceQuantity: 2,
  instanceType: 'c7i.large',
  stopAfterMin: 90,
  credentialId: 7,
  cloud: { aws_tags: 'a=b' },
} as Grid;
const shared = {
  ...grid,
  region: 'local',
  infrastructure: 'shared',
  stopAfterMin: 0,
  credentialId: null,
} as Grid;

test('distributes nodes evenly over grids like the given ones', () => {
  const nodesOf = (grids: Grid[], nodes: number) =>
    distributeNodes(grids, nodes, 60).map(({ region, instanceQuantity }) => [region, instanceQuantity]);
  const other = { ...grid, region: 'us-east-1' };
  assert.deepEqual(nodesOf([grid, other], 5), [
    ['eu-west-1', 3],
    ['us-east-1', 2],
  ]);
  assert.deepEqual(nodesOf([grid, other], 1), [['eu-west-1', 1]]);
  assert.deepEqual(distributeNodes([grid], 3, 60), [{ ...grid, instanceQuantity: 3 }]);
});

test('replaces a shared grid by dedicated nodes that end', () => {
  const [spec] = distributeNodes([shared], 4, 46);
  assert.deepEqual([spec?.infrastructure, spec?.instanceQuantity, spec?.stopAfterMin], ['demand', 4, 46]);
});
