import { providerOf } from '../grids/grid-context.ts';
import type { Queryable } from '../store/database.ts';
import { countActiveExecutions } from '../store/executions.ts';
import type { GridRecord } from '../store/grids.ts';
import { countRunsOnGrid, countWaitingBefore, lockTurns, type RunRecord } from '../store/runs.ts';
import type { RunContext } from './run-context.ts';

/**
 * Whether the run may start now: each of its grids has a free run slot, providers have capacity for its executions, and
 * no earlier run waits for them. Holds a lock until the transaction ends, so that two runs never use the same capacity.
 */
export async function hasTurn(
  context: RunContext,
  tx: Queryable,
  run: RunRecord,
  grids: GridRecord[],
): Promise<boolean> {
  await lockTurns(tx);
  const gridIds = grids.map((grid) => grid.id);
  for (const gridId of gridIds) {
    if ((await countRunsOnGrid(tx, gridId)) >= context.settings.runsPerGrid) return false;
  }
  const providers = [...new Set(grids.map((grid) => grid.provider))];
  const limited = providers.filter((name) => providerOf(context.grids, name).capacity !== undefined);
  if ((await countWaitingBefore(tx, run, limited, context.settings.runsPerGrid)) > 0) return false;
  return hasRoom(context, tx, grids, limited);
}

async function hasRoom(
  context: RunContext,
  tx: Queryable,
  grids: GridRecord[],
  limited: string[],
): Promise<boolean> {
  for (const name of limited) {
    const needed = grids
      .filter((grid) => grid.provider === name)
      .reduce((sum, grid) => sum + grid.instanceQuantity, 0);
    const capacity = providerOf(context.grids, name).capacity ?? 0;
    const active = await countActiveExecutions(tx, name);
    // A run accepted under a higher limit starts when no other is active; otherwise it would block the queue forever.
    if (active > 0 && active + needed > capacity) return false;
  }
  return true;
}
