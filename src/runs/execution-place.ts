import type { Grid } from '../domain/grid.ts';
import { shortGridName } from '../grids/grid-name.ts';
import type { ExecutionRecord } from '../store/executions.ts';

/** Name of an execution in messages: `node 2 of grid calm-reef`. */
export function placeOf(execution: ExecutionRecord, grids: readonly Grid[]): string {
  const grid = grids.find((candidate) => candidate.id === execution.gridId);
  return `node ${execution.nodeIndex + 1} of grid ${shortGridName(grid?.name ?? execution.gridId)}`;
}
