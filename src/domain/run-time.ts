import type { Run } from './run.ts';

/** Whole seconds; null when unknown. */
export interface RunTime {
  /** From the start to the end of the load, or to now. */
  elapsedS: number | null;
  /** To the end of the duration. */
  remainingS: number | null;
}

export function runTime(
  run: Pick<Run, 'phase' | 'startedAt' | 'loadEndedAt' | 'durationS' | 'stopRequestedAt'>,
  nowMs: number,
): RunTime {
  if (run.startedAt === null) return { elapsedS: null, remainingS: null };
  const endMs = run.loadEndedAt?.getTime() ?? nowMs;
  const elapsedS = Math.max(0, Math.floor((endMs - run.startedAt.getTime()) / 1000));
  const { durationS } = run;
  const isOpen =
    run.phase !== 'running' || run.stopRequestedAt !== null || durationS === null || durationS === 0;
  return { elapsedS, remainingS: isOpen ? null : Math.max(0, durationS - elapsedS) };
}
