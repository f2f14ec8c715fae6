import { randomBytes } from 'node:crypto';
import { costOf } from '../domain/cost.ts';
import { AppError } from '../domain/errors.ts';
import type { GridSpec, GridStatus, Infrastructure } from '../domain/grid.ts';
import { newId } from '../lib/id.ts';
import { hashToken } from '../lib/seal.ts';
import type { Queryable } from '../store/database.ts';
import { insertGrid } from '../store/grids.ts';
import { requireBudget } from './budget.ts';
import type { GridContext } from './grid-context.ts';
import { gridName } from './grid-name.ts';
import { joinLimitS } from './join-limit.ts';
import type { Placement } from './placement.ts';
import type { Provider } from './provider.ts';

export interface NewGrid extends Omit<GridSpec, 'infrastructure'>, Placement {
  accountId: number;
  infrastructure: Infrastructure;
  status: GridStatus;
  /** Set when the grid is created together with a run. */
  batchId?: string;
}

/** Inserts a grid and its node slots in the caller's transaction, if the budget allows it. Returns the grid id. */
export async function writeNewGrid(
  tx: Queryable,
  { sealer, limits, prices }: Pick<GridContext, 'sealer' | 'limits' | 'prices'>,
  grid: NewGrid,
): Promise<string> {
  // The shared grid always runs, and is not counted.
  const pricePerHour = grid.infrastructure === 'shared' ? 0 : prices.priceOf(grid);
  const nodeMinutes = grid.instanceQuantity * grid.stopAfterMin;
  await requireBudget(tx, grid.accountId, pricePerHour && costOf(nodeMinutes, pricePerHour));
  const id = newId();
  const secret = randomBytes(24).toString('base64url');
  const nodeIds = Array.from({ length: grid.instanceQuantity }, newId);
  await insertGrid(
    tx,
    {
      ...grid,
      id,
      batchId: grid.batchId ?? id,
      name: gridName(id),
      pricePerHour,
      joinHash: hashToken(secret),
      joinSealed: sealer.seal(secret),
    },
    nodeIds,
    joinLimitS(limits, grid.provider),
  );
  return id;
}

/** Rejects requests above the capacity of the provider. `demandNodes` is the sum over all grids of one request. */
export function checkCapacity(provider: Provider, demandNodes: number, field: string): void {
  if (provider.capacity === undefined || demandNodes <= provider.capacity) return;
  const message = `${field} requests ${demandNodes} nodes in total; this machine runs at most ${provider.capacity} executions at once. Request fewer nodes, or raise SPATE_LOCAL_EXECUTIONS.`;
  throw new AppError('over_capacity', message, [{ code: 'over_capacity', message, field }]);
}
