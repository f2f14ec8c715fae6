import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { testIdentity } from '../script.fixture.ts';
import { createEnv } from './env.ts';

describe('ENV of a browser script', () => {
  it('has a unique number for every user of a run', () => {
    const grids = [{ nodes: 2 }, { nodes: 1 }];
    const seen = new Set<unknown>();
    for (const [gridIndex, { nodes }] of grids.entries()) {
      for (let nodeIndex = 0; nodeIndex < nodes; nodeIndex += 1) {
        for (let userIndex = 0; userIndex < 5; userIndex += 1) {
          seen.add(createEnv({ ...testIdentity, nodeCount: 3, gridIndex, nodeIndex, userIndex }).SEQUENCE);
        }
      }
    }
    assert.equal(seen.size, 15);
  });

  it('has the names that scripts read', () => {
    const env = createEnv({
      ...testIdentity,
      userIndex: 4,
      nodeIndex: 1,
      nodeCount: 2,
      gridNumber: 7,
      nodeNumber: 8,
      runNumber: 9,
      isLoadTest: true,
    });
    assert.deepEqual(
      [
        env.BROWSER_ID,
        env.FLOOD_GRID_REGION,
        env.FLOOD_GRID_SQEUENCE_ID,
        env.FLOOD_GRID_SEQUENCE_ID,
        env.FLOOD_NODE_INDEX,
      ],
      [4, 'local', 7, 7, 1],
    );
    assert.deepEqual(
      [env.FLOOD_GRID_NODE_SEQUENCE_ID, env.FLOOD_SEQUENCE_ID, env.FLOOD_LOAD_TEST],
      [8, 9, true],
    );
  });
});
