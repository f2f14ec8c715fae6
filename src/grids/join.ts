import { AppError } from '../domain/errors.ts';
import type { NodeInfo } from '../domain/node.ts';
import { hashToken } from '../lib/seal.ts';
import { registerNode } from '../nodes/registry.ts';
import { findGrid, lockGridByJoinHash } from '../store/grids.ts';
import type { GridContext } from './grid-context.ts';
import { markStarted, scheduleReconcile } from './reconcile-grid.ts';

export interface Admission {
  nodeId: string;
  credential: string;
  endsAtMs: number | null;
}

/** Assigns a machine to a free slot of the grid with this join secret, and issues a node credential. */
export async function admit(
  context: GridContext,
  input: { secret: string; info: NodeInfo; previousNodeId?: string },
): Promise<Admission> {
  return context.database.transaction(async (tx) => {
    const grid = await lockGridByJoinHash(tx, hashToken(input.secret));
    if (!grid)
      throw new AppError('not_authenticated', 'The join token is not valid. Copy it again from the grid.');
    if (grid.status === 'stopped' || grid.status === 'invoiced') {
      throw new AppError(
        'grid_ended',
        `Grid ${grid.name} has ended. Start a new grid and use its join token.`,
      );
    }
    const registered = await registerNode(tx, grid.id, input);
    if (!registered) {
      throw new AppError(
        'conflict',
        `Grid ${grid.name} has no free slot: all ${grid.instanceQuantity} nodes have joined.`,
      );
    }
    const { nodeId, credential, isComplete } = registered;
    if (isComplete && grid.status !== 'started') await markStarted(tx, grid.id);
    await scheduleReconcile(tx, grid.id);
    const { endsAt } = (await findGrid(tx, grid.id)) ?? grid;
    return { nodeId, credential, endsAtMs: endsAt?.getTime() ?? null };
  });
}
