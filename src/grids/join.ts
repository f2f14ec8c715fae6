import { AppError } from '../domain/errors.ts';
import type { NodeInfo } from '../domain/node.ts';
import { hashToken } from '../lib/seal.ts';
import { registerNode } from '../nodes/registry.ts';
import { decodeJoinToken } from '../protocol/join-token.ts';
import { findGrid, findGridByJoinHash, type GridRecord, lockGridByJoinHash } from '../store/grids.ts';
import type { GridContext } from './grid-context.ts';
import { markStarted, scheduleReconcile } from './reconcile-grid.ts';

export interface Admission {
  nodeId: string;
  credential: string;
  endsAtMs: number | null;
}

/** Throws unless the token belongs to a grid that has not ended. */
export async function checkJoinToken(context: GridContext, token: string): Promise<void> {
  requireOpen(await findGridByJoinHash(context.database, hashToken(secretIn(token))));
}

function secretIn(token: string): string {
  try {
    return decodeJoinToken(token).secret;
  } catch {
    throw invalidToken();
  }
}

/** Assigns a machine to a free slot of the grid with this join secret, and issues a node credential. */
export async function admit(
  context: GridContext,
  input: { secret: string; info: NodeInfo; previousNodeId?: string; index?: number },
): Promise<Admission> {
  return context.database.transaction(async (tx) => {
    const grid = requireOpen(await lockGridByJoinHash(tx, hashToken(input.secret)));
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

function requireOpen(grid: GridRecord | undefined): GridRecord {
  if (!grid) throw invalidToken();
  if (grid.status === 'stopped' || grid.status === 'invoiced') {
    throw new AppError('grid_ended', `Grid ${grid.name} has ended. Start a new grid and use its join token.`);
  }
  return grid;
}

function invalidToken(): AppError {
  return new AppError('not_authenticated', 'The join token is not valid. Copy it again from the grid.');
}
