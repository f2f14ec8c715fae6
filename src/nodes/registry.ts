import { randomBytes } from 'node:crypto';
import type { NodeInfo } from '../domain/node.ts';
import { hashToken } from '../lib/seal.ts';
import type { Queryable } from '../store/database.ts';
import { markExecutionsLost } from '../store/executions.ts';
import {
  admitNode,
  countMissingNodes,
  findFreePlace,
  findNodeByCredential,
  type NodeRecord,
  setNodeState,
} from '../store/nodes.ts';

export interface Registration {
  nodeId: string;
  credential: string;
  /** Whether all nodes of the grid have joined. */
  isComplete: boolean;
}

/** Assigns a machine to a free slot of the grid and issues a node credential; undefined when no slot is free. */
export async function registerNode(
  tx: Queryable,
  gridId: string,
  { info, previousNodeId, index }: { info: NodeInfo; previousNodeId?: string; index?: number },
): Promise<Registration | undefined> {
  const place = await findFreePlace(tx, gridId, { previousNodeId, index });
  if (!place) return undefined;
  const credential = randomBytes(32).toString('base64url');
  await admitNode(tx, place.id, hashToken(credential), info);
  return { nodeId: place.id, credential, isComplete: (await countMissingNodes(tx, gridId)) === 0 };
}

/** The node of a credential; undefined when the credential is wrong or the node has ended. */
export async function authenticateNode(
  db: Queryable,
  nodeId: string,
  credential: string,
): Promise<NodeRecord | undefined> {
  const node = await findNodeByCredential(db, nodeId, hashToken(credential));
  return node?.state === 'ended' ? undefined : node;
}

/** Marks a silent node as lost, and records that in its executions. A new connection makes the node running again. */
export async function markNodeLost(tx: Queryable, nodeId: string): Promise<void> {
  await setNodeState(tx, nodeId, 'lost');
  await markExecutionsLost(tx, nodeId);
}
