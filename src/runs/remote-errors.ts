import type { Run } from '../domain/run.ts';
import { shortGridName } from '../grids/grid-name.ts';

interface Viewed {
  run: Pick<Run, 'phase' | 'remoteErrors'>;
  grids: readonly { grid: { name: string; problems: readonly string[] } }[];
}

/**
 * Errors of a run for its users. While it waits for nodes, they include why nodes do not start. These disappear when
 * the nodes have joined: an autoscaler adds machines for pods that cannot be scheduled.
 */
export function remoteErrorsOf({ run, grids }: Viewed): string[] {
  if (run.phase !== 'waiting_for_nodes') return run.remoteErrors;
  const obstacles = grids.flatMap(({ grid }) =>
    grid.problems.map((problem) => `Grid ${shortGridName(grid.name)}: ${problem}`),
  );
  return [...run.remoteErrors, ...obstacles];
}
