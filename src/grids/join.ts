import { randomBytes } from 'node:crypto';
import { AppError } from '../domain/errors.ts';
import type { NodeInfo } from '../domain/node.ts';
import { hashToken } from '../lib/seal.ts';
import { findGrid, lockGridByJoinHash } from '../store/grids.ts';
import {
  admitNode,
  countMissingNodes,
  findFreePlace,
  findNodeByCredential,
  type NodeRecord,
} from '../store/nodes.ts';
import type { GridContext } from './grid-context.ts';
import { markStarted, scheduleReconcile } from './reconcile-grid.ts';

export interface Admission {
  nodeId: string;
  credential: string;
  endsAtMs: number | null;
}

/** Lets a machine into the grid whose secret it holds, as long as the grid has a free place, and gives it a credential. */
export async function admit(
  context: GridContext,
  input: { secret: string; info: NodeInfo; previousNodeId?: string },
): Promise<Admission> {
  return context.database.transaction(async (tx) => {
    const grid = await lockGridByJoinHash(tx, hashToken(input.secret));
    if (!grid)
      throw new AppError('not_authenticated', 'This join token is not valid. Copy it again from the grid.');
    if (grid.status === 'stopped' || grid.status === 'invoiced') {
      throw new AppError(
        'grid_ended',
        `Grid ${grid.name} has ended. Start another one and use its join token.`,
      );
    }
    const place = await findFreePlace(tx, grid.id, input.previousNodeId ?? null);
    if (!place) {
      throw new AppError(
        'conflict',
        `Grid ${grid.name} already has all of its ${grid.instanceQuantity} nodes.`,
      );
    }
    const credential = randomBytes(32).toString('base64url');
    await admitNode(tx, place.id, hashToken(credential), input.info);
    const isComplete = (await countMissingNodes(tx, grid.id)) === 0;
    if (isComplete && grid.status !== 'started') await markStarted(tx, grid.id);
    await scheduleReconcile(tx, grid.id);
    const { endsAt } = (await findGrid(tx, grid.id)) ?? grid;
    return { nodeId: place.id, credential, endsAtMs: endsAt?.getTime() ?? null };
  });
}

/** The node behind a credential; undefined when it is wrong or the node has ended. */
export async function authenticateNode(
  context: GridContext,
  nodeId: string,
  credential: string,
): Promise<NodeRecord | undefined> {
  const node = await findNodeByCredential(context.database, nodeId, hashToken(credential));
  return node?.state === 'ended' ? undefined : node;
}
