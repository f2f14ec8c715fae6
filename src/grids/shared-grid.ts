import type { GridSpec } from '../domain/grid.ts';
import { lockSharedGridOf, openGrids } from '../store/grids.ts';
import { accountIds } from '../store/users.ts';
import { type GridContext, providerOf } from './grid-context.ts';
import { writeNewGrid } from './new-grid.ts';
import { onThisMachine } from './placement.ts';
import { scheduleReconcile } from './reconcile-grid.ts';

const oneLocalNode: Omit<GridSpec, 'infrastructure'> = {
  region: 'local',
  instanceQuantity: 1,
  instanceType: 'local',
  stopAfterMin: 0,
  credentialId: null,
  cloud: {},
};

/** Throws `invalid` when no service runs local nodes, so that no run can start on the shared grid. */
export async function requireSharedGrid(context: GridContext, accountId: number): Promise<void> {
  const { provider, target } = onThisMachine;
  const spec = { ...oneLocalNode, infrastructure: 'demand' as const };
  await providerOf(context, provider).check({ accountId, spec, target, prefix: 'run[grids][]' });
}

/** Creates the missing shared grids, one per account, on this machine. Idempotent. */
export async function ensureSharedGrids(context: GridContext): Promise<void> {
  for (const accountId of await accountIds(context.database)) await ensureSharedGrid(context, accountId);
}

async function ensureSharedGrid(context: GridContext, accountId: number): Promise<void> {
  await context.database.transaction(async (tx) => {
    await lockSharedGridOf(tx, accountId);
    const grids = await openGrids(tx, accountId);
    if (grids.some((grid) => grid.infrastructure === 'shared')) return;
    const gridId = await writeNewGrid(tx, context, {
      accountId,
      ...oneLocalNode,
      infrastructure: 'shared',
      ...onThisMachine,
      status: 'starting',
    });
    await scheduleReconcile(tx, gridId);
  });
}
