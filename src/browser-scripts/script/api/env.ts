import type { UserIdentity } from '../../../tool-process/user-identity.ts';

/** `ENV` of a script. `SEQUENCE` is another one for each user of the whole run, which the original only promised. */
export function createEnv(identity: UserIdentity): Readonly<Record<string, string | number | boolean>> {
  const { userIndex, nodeIndex, gridIndex, nodeCount } = identity;
  const nodes = Math.max(1, nodeCount);
  return Object.freeze({
    BROWSER_ID: userIndex,
    THREAD_ID: userIndex,
    FLOOD_GRID_REGION: identity.region,
    FLOOD_GRID_SQEUENCE_ID: identity.gridNumber,
    FLOOD_GRID_SEQUENCE_ID: identity.gridNumber,
    FLOOD_GRID_INDEX: gridIndex,
    FLOOD_GRID_NODE_SEQUENCE_ID: identity.nodeNumber,
    FLOOD_NODE_INDEX: nodeIndex,
    FLOOD_SEQUENCE_ID: identity.runNumber,
    FLOOD_PROJECT_ID: identity.projectNumber,
    FLOOD_LOAD_TEST: identity.isLoadTest,
    SEQUENCE: sequenceOf(userIndex, nodes, gridIndex * nodes + nodeIndex),
  });
}

/** A grid's index and a node's index in its grid are both below the number of nodes. */
function sequenceOf(userIndex: number, nodes: number, nodeInRun: number): number {
  return userIndex * nodes * nodes + nodeInRun + 1;
}
