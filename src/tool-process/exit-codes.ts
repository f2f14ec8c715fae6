/** Why a runner exited; 0: all virtual users have finished. Numbers as in sysexits.h. */
export const exitCodes = {
  planBroken: 65,
  /** The plan or script requires a feature or program that the runner lacks. */
  unavailable: 69,
  failed: 70,
  resultsLost: 74,
  neverReleased: 75,
} as const;
