/** How the runner says why it ended; 0 when all users came to their end. */
export const exitCodes = {
  planBroken: 65,
  unfit: 69,
  resultsLost: 74,
  neverReleased: 75,
} as const;

/** Begins the lines of standard output that say what went wrong. */
export const problemMark = 'problem: ';
