import type { Actor } from '../domain/account.ts';
import { usageOfNodes } from '../domain/cost.ts';
import { AppError } from '../domain/errors.ts';
import { findBudget, monthlyCost, setBudget } from '../store/budgets.ts';
import type { Queryable } from '../store/database.ts';
import { findGrid, type GridRecord, lockGrid, openGrids } from '../store/grids.ts';
import { nodesOfGrid, nodesOfGrids } from '../store/nodes.ts';
import { usageOfAccount } from '../store/usage.ts';
import { lockAccount } from '../store/users.ts';
import { type GridContext, howToJoin, providerOf } from './grid-context.ts';
import type { Grids, GridView } from './grids.ts';
import { checkCapacity, writeNewGrid } from './new-grid.ts';
import { placeGrid } from './placement.ts';
import { beginStop, scheduleReconcile } from './reconcile-grid.ts';

export function createGrids(context: GridContext): Grids {
  const { database } = context;

  async function get(actor: Actor, gridId: string): Promise<GridView> {
    const grid = await findGrid(database, gridId);
    if (!grid || grid.accountId !== actor.accountId) throw unknownGrid(gridId);
    const [view] = await viewGrids(context, database, [grid]);
    return view as GridView;
  }

  return {
    get,

    async create(actor, spec) {
      const placement = await placeGrid(context, actor.accountId, spec, 'grid');
      checkCapacity(
        providerOf(context, placement.provider),
        spec.instanceQuantity,
        'grid[instance_quantity]',
      );
      const gridId = await database.transaction(async (tx) => {
        const id = await writeNewGrid(tx, context, {
          ...spec,
          accountId: actor.accountId,
          ...placement,
          status: 'queued',
        });
        await scheduleReconcile(tx, id);
        return id;
      });
      const view = await get(actor, gridId);
      // The response shows the grid as created, even if a worker has changed it already.
      return { ...view, grid: { ...view.grid, status: 'queued' }, nodes: [] };
    },

    async list(actor) {
      return viewGrids(context, database, await openGrids(database, actor.accountId));
    },

    async terminate(actor, gridId) {
      const isEndedNow = await database.transaction(async (tx) => {
        const grid = await lockGrid(tx, gridId);
        if (!grid || grid.accountId !== actor.accountId) throw unknownGrid(gridId);
        if (grid.infrastructure === 'shared') {
          throw new AppError('shared_grid', 'The shared grid cannot be terminated.');
        }
        if (grid.status === 'stopped' || grid.status === 'invoiced') return false;
        await beginStop(tx, grid, await nodesOfGrid(tx, gridId), 'was terminated');
        return true;
      });
      const view = await get(actor, gridId);
      // The response shows the effect of this request, even if a worker has invoiced the grid already.
      return isEndedNow ? { ...view, grid: { ...view.grid, status: 'stopped' } } : view;
    },

    async usage(actor) {
      return usageOfAccount(database, actor.accountId);
    },

    prices: () => context.prices.rows,

    async budget({ accountId }) {
      return { budget: await findBudget(database, accountId), cost: await monthlyCost(database, accountId) };
    },

    async setBudget({ accountId }, budget) {
      await database.transaction(async (tx) => {
        await lockAccount(tx, accountId);
        const before = await findBudget(tx, accountId);
        await setBudget(tx, accountId, budget && { endsGrids: before?.endsGrids ?? false, ...budget });
      });
    },
  };
}

/** Grids with their joined nodes; a join command for hosted grids only. */
export async function viewGrids(
  context: GridContext,
  db: Queryable,
  grids: GridRecord[],
): Promise<GridView[]> {
  const nodes = await nodesOfGrids(
    db,
    grids.map((grid) => grid.id),
  );
  return grids.map((grid) => {
    const joining = isWaitingForMachines(grid) ? howToJoin(context, grid) : { joinCommand: null };
    const joined = (nodes.get(grid.id) ?? []).filter((node) => node.joinedAt !== null);
    const untilMs = grid.stoppedAt?.getTime() ?? context.clock.nowMs();
    const usage = grid.infrastructure === 'shared' ? null : usageOfNodes(joined, grid.pricePerHour, untilMs);
    return { grid, nodes: joined, usage, ...joining };
  });
}

function isWaitingForMachines(grid: GridRecord): boolean {
  return grid.provider === 'joined' && grid.status !== 'stopped' && grid.status !== 'invoiced';
}

function unknownGrid(gridId: string): AppError {
  return new AppError('not_found', `Sorry, we cannot find that resource. There is no grid ${gridId}.`);
}
