import type { Grid } from '../../../domain/grid.ts';

/** Time for a node to deliver its results after the end of its grid. */
export const deliverS = 20 * 60;

/** Latest possible end of the machines of a grid that has not started yet: it may start as late as nodes may join. */
export function latestEndOf(grid: Pick<Grid, 'createdAt' | 'stopAfterMin'>, joinLimitS: number): Date {
  const lifeS = 2 * grid.stopAfterMin * 60 + joinLimitS + deliverS;
  return new Date(grid.createdAt.getTime() + lifeS * 1000);
}
