/** When a run that does not end by itself is stopped, and what its owner is told then. */
export interface RunDeadline {
  /** The graceful stop begins here, early enough that force is over at the stated limit. */
  stopAtMs: number;
  sentence: string;
}

export interface DeadlineInput {
  startedAtMs: number;
  /** Null or 0: the plan alone decides how long it runs. */
  durationS: number | null;
  /** From the end of the duration to the forced end. */
  durationGraceMs: number;
  /** From the start to the forced end of a run without a duration; 0 is no limit. */
  runLimitMs: number;
  /** From the graceful stop to force. */
  stopGraceMs: number;
}

/** Null when only the plan ends the run. */
export function runDeadline(input: DeadlineInput): RunDeadline | null {
  const { startedAtMs, durationS, durationGraceMs, runLimitMs, stopGraceMs } = input;
  if (durationS !== null && durationS > 0) {
    const waitMs = Math.max(0, durationGraceMs - stopGraceMs);
    return {
      stopAtMs: startedAtMs + durationS * 1000 + waitMs,
      sentence: `Timed out after ${durationS + seconds(waitMs)} s: the run did not end within its duration of ${durationS} s and ${seconds(waitMs)} s more, and was stopped.`,
    };
  }
  if (runLimitMs === 0) return null;
  const stopAfterMs = Math.max(0, runLimitMs - stopGraceMs);
  return {
    stopAtMs: startedAtMs + stopAfterMs,
    sentence: `Timed out after ${seconds(stopAfterMs)} s: the run has no duration, did not end within the limit of ${seconds(runLimitMs)} s for such runs (SPATE_RUN_LIMIT_S), and was stopped.`,
  };
}

function seconds(ms: number): number {
  return Math.round(ms / 1000);
}
