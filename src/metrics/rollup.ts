import { CappedLabels, type Caps } from './caps.ts';
import type { Frame } from './frame.ts';
import type { LabelStats } from './label-stats.ts';
import { type Peak, peakOf } from './peak.ts';

/** Statistics of a run, or of one of its grids, in an interval. */
export interface Rollup {
  startS: number;
  /** 1, 15 or 300; 0 for the whole run. */
  spanS: number;
  labels: Map<string, LabelStats>;
  users: UserFigures;
  /** First and last second in which a sample ended; null without samples. */
  firstSecond: number | null;
  lastSecond: number | null;
  peak: Peak;
}

/** Users are summed over executions within a second. */
export interface UserFigures {
  /** Maximum number of users in a second. */
  max: number;
  /** Sum of users over all seconds, and number of seconds with users or samples; their quotient is the mean. */
  userSeconds: number;
  activeSeconds: number;
}

export function emptyRollup(startS: number, spanS: number): Rollup {
  return {
    startS,
    spanS,
    labels: new Map(),
    users: { max: 0, userSeconds: 0, activeSeconds: 0 },
    firstSecond: null,
    lastSecond: null,
    peak: { total: 0, labels: new Map() },
  };
}

/** Rolls up one second from the frames of several executions. */
export function rollUpFrames(
  startS: number,
  framesByExecution: Iterable<{ executionId: string; frame: Frame }>,
  caps: Caps,
): Rollup {
  const second = new SecondMerger(startS, caps);
  for (const { executionId, frame } of framesByExecution) second.add(executionId, frame);
  return second.finish();
}

/** Merges the frames of one second, which may change after they were added. */
export class SecondMerger {
  readonly #startS: number;
  readonly #labels: CappedLabels;
  readonly #usersByExecution = new Map<string, number>();

  constructor(startS: number, caps: Caps) {
    this.#startS = startS;
    this.#labels = new CappedLabels(caps);
  }

  add(executionId: string, frame: Frame): void {
    for (const [label, stats] of frame.labels) this.#labels.add(label, stats);
    const users = this.#usersByExecution.get(executionId) ?? 0;
    this.#usersByExecution.set(executionId, Math.max(users, frame.users));
  }

  finish(): Rollup {
    const users = this.#usersByExecution.values().reduce((sum, each) => sum + each, 0);
    return secondOf(this.#startS, this.#labels.finish(), users);
  }
}

/** The second over all grids, from those of each grid. */
export function sumOfGrids(startS: number, grids: Iterable<Rollup>, caps: Caps): Rollup {
  const labels = new CappedLabels(caps);
  let users = 0;
  for (const grid of grids) {
    for (const [label, stats] of grid.labels) labels.add(label, stats);
    users += grid.users.max;
  }
  return secondOf(startS, labels.finish(), users);
}

function secondOf(startS: number, labels: Map<string, LabelStats>, users: number): Rollup {
  const rollup = emptyRollup(startS, 1);
  rollup.labels = labels;
  rollup.peak = peakOf(labels);
  if (rollup.peak.total > 0) rollup.firstSecond = rollup.lastSecond = startS;
  const isActive = users > 0 || rollup.peak.total > 0;
  rollup.users = { max: users, userSeconds: users, activeSeconds: isActive ? 1 : 0 };
  return rollup;
}
