/** Why a runner ended; 0: all virtual users reached their end. The numbers are those of sysexits.h. */
export const exitCodes = {
  planBroken: 65,
  /** The plan or script needs a feature or program that the runner does not have. */
  unavailable: 69,
  failed: 70,
  resultsLost: 74,
  neverReleased: 75,
} as const;
