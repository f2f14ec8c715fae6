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
  const labels = new CappedLabels(caps);
  const usersByExecution = new Map<string, number>();
  for (const { executionId, frame } of framesByExecution) {
    for (const [label, stats] of frame.labels) labels.add(label, stats);
    usersByExecution.set(executionId, Math.max(usersByExecution.get(executionId) ?? 0, frame.users));
  }
  const rollup = emptyRollup(startS, 1);
  rollup.labels = labels.finish();
  rollup.peak = peakOf(rollup.labels);
  if (rollup.peak.total > 0) rollup.firstSecond = rollup.lastSecond = startS;
  const users = usersByExecution.values().reduce((sum, each) => sum + each, 0);
  const isActive = users > 0 || rollup.peak.total > 0;
  rollup.users = { max: users, userSeconds: users, activeSeconds: isActive ? 1 : 0 };
  return rollup;
}
