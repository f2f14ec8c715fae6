/** When an overdue run is stopped, and the error message for it. */
export interface RunDeadline {
  /** Start of the graceful stop, early enough for a kill at the stated limit. */
  stopAtMs: number;
  sentence: string;
}

export interface DeadlineInput {
  startedAtMs: number;
  /** Null or 0: the plan defines the duration. */
  durationS: number | null;
  /** From the end of the duration to the kill. */
  durationGraceMs: number;
  /** From the start to the kill of a run without a duration; 0: no limit. */
  runLimitMs: number;
  /** From the graceful stop to the kill. */
  stopGraceMs: number;
}

export function runDeadline(input: DeadlineInput): RunDeadline | null {
  const { startedAtMs, durationS, durationGraceMs, runLimitMs, stopGraceMs } = input;
  if (durationS !== null && durationS > 0) {
    const waitMs = Math.max(0, durationGraceMs - stopGraceMs);
    return {
      stopAtMs: startedAtMs + durationS * 1000 + waitMs,
      sentence: `Timed out after ${durationS + seconds(waitMs)} s: the run did not end within its duration of ${durationS} s plus ${seconds(waitMs)} s, and was stopped.`,
    };
  }
  if (runLimitMs === 0) return null;
  const stopAfterMs = Math.max(0, runLimitMs - stopGraceMs);
  return {
    stopAtMs: startedAtMs + stopAfterMs,
    sentence: `Timed out after ${seconds(stopAfterMs)} s: the run has no duration and reached the limit of ${seconds(runLimitMs)} s (SPATE_RUN_LIMIT_S), so it was stopped.`,
  };
}

function seconds(ms: number): number {
  return Math.round(ms / 1000);
}
