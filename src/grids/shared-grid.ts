import { lockSharedGridOf, openGrids } from '../store/grids.ts';
import { accountIds } from '../store/users.ts';
import type { GridContext } from './grid-context.ts';
import { writeNewGrid } from './new-grid.ts';
import { onThisMachine } from './placement.ts';
import { scheduleReconcile } from './reconcile-grid.ts';

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
      region: 'local',
      infrastructure: 'shared',
      instanceQuantity: 1,
      instanceType: 'local',
      stopAfterMin: 0,
      credentialId: null,
      cloud: {},
      ...onThisMachine,
      status: 'starting',
    });
    await scheduleReconcile(tx, gridId);
  });
}
