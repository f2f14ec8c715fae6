import type { GridStatus } from './grid.ts';
import type { NodeState } from './node.ts';
import type { RunPhase } from './run.ts';

export const presentNodeStates = [
  'joining',
  'running',
  'lost',
  'stopping',
] as const satisfies readonly NodeState[];

export const openGridStatuses = ['queued', 'starting', 'started'] as const satisfies readonly GridStatus[];

/** due: may run now. scheduled: later. failed: not retried any more. */
export const jobStates = ['due', 'scheduled', 'running', 'failed'] as const;

/** Figures of the whole service, read from the database at one moment. Absent keys of counts are 0. */
export interface ServiceFigures {
  runs: Partial<Record<RunPhase, number>>;
  nodes: Partial<Record<NodeState, number>>;
  grids: Partial<Record<GridStatus, number>>;
  jobs: Partial<Record<(typeof jobStates)[number], number>>;
  /** Age of the job that has been due for longest; 0 without due jobs. */
  oldestDueJobS: number;
  /** Duration of the job that has been running for longest. */
  longestJobS: number;
  /** Outdated roll-ups, all spans. */
  dirtyRollups: number;
  /** Time since the last change of the outdated roll-up that has waited for longest. */
  oldestDirtyRollupS: number;
  /** As of the last heartbeats of all present nodes. */
  spoolBytes: number;
  framesWaiting: number;
}
