import type { Actor } from '../domain/account.ts';
import type { Budget, MonthlyCost } from '../domain/budget.ts';
import type { Usage } from '../domain/cost.ts';
import type { Grid, GridSpec } from '../domain/grid.ts';
import type { Node } from '../domain/node.ts';
import type { PriceRow } from '../domain/prices.ts';

/** A grid as returned by the API. */
export interface GridView {
  grid: Grid;
  nodes: Node[];
  /** So far; null for the shared grid, which is not counted. */
  usage: Usage | null;
  /** Command that joins a machine to a hosted grid; null for other and ended grids. */
  joinCommand: string | null;
  /** Why a hosted grid has no join command. */
  joinProblem?: string;
}

/** Grid operations of users. Created by createGrids. */
export interface Grids {
  create(actor: Actor, spec: GridSpec): Promise<GridView>;
  get(actor: Actor, gridId: string): Promise<GridView>;
  /** Grids that have not ended, newest first, `shared` last. */
  list(actor: Actor): Promise<GridView[]>;
  /** Ends the grid and gracefully stops its runs. Throws shared_grid for the shared grid; returns an ended grid unchanged. */
  terminate(actor: Actor, gridId: string): Promise<GridView>;
  usage(actor: Actor): Promise<GridUsage[]>;
  /** Costs of the current month, and the budget if there is one. */
  budget(actor: Actor): Promise<{ budget: Budget | undefined; cost: MonthlyCost }>;
  /** Undefined removes the budget. An absent `endsGrids` stays unchanged. */
  setBudget(actor: Actor, budget: (Pick<Budget, 'monthly'> & Partial<Budget>) | undefined): Promise<void>;
  /** The price table: the operator's rows, then the shipped ones. */
  prices(): readonly PriceRow[];
}

export interface GridUsage extends Usage {
  gridId: string;
  gridName: string;
  nodes: number;
  from: Date;
  to: Date;
}
