import type { Actor } from '../domain/account.ts';
import type { Grid, GridSpec } from '../domain/grid.ts';
import type { Node } from '../domain/node.ts';

/** A grid as every answer shows it. */
export interface GridView {
  grid: Grid;
  nodes: Node[];
  /** The command that joins a machine to a hosted grid; null for other grids and ended ones. */
  joinCommand: string | null;
}

/** Grids as people see them. Made by createGrids. */
export interface Grids {
  create(actor: Actor, spec: GridSpec): Promise<GridView>;
  get(actor: Actor, gridId: string): Promise<GridView>;
  /** Grids that have not ended, newest first, `shared` last. */
  list(actor: Actor): Promise<GridView[]>;
  /** Ends the grid, and any run on it in order. Throws shared_grid for the shared one; an ended grid is just returned. */
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
