/** Exit codes of the runner; 0 when all users have ended. */
export const exitCodes = {
  planBroken: 65,
  unfit: 69,
  resultsLost: 74,
  neverReleased: 75,
} as const;

/** Prefix of error lines on standard output. */
export const problemMark = 'problem: ';
