import type { Actor } from '../domain/account.ts';
import type { Grid, GridSpec } from '../domain/grid.ts';
import type { Node } from '../domain/node.ts';

/** A grid as returned by the API. */
export interface GridView {
  grid: Grid;
  nodes: Node[];
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
}

export interface GridUsage {
  gridId: string;
  gridName: string;
  nodes: number;
  nodeMinutes: number;
  from: Date;
  to: Date;
}
