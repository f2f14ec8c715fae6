/** What the adapter tells the process of our own engine; paths are as that process sees them. */
export interface EngineOptions {
  /** Relative to filesFolder. */
  planName: string;
  properties: Record<string, string>;
  filesFolder: string;
  readyPath: string;
  controlPath: string;
  /** What was measured, in blocks. */
  samplesPath: string;
  /** A results file as JMeter writes it, which ends where it becomes too large for the archive. */
  resultsPath: string;
  maxResultsBytes: number;
  logPath: string;
  /** Of all workers together; without it Node.js decides. */
  heapMb?: number;
  /** How many share the users; otherwise as many as there are cores and the plan allows. */
  workers?: number;
  /** With it, every user has the same random numbers each time. */
  seed?: number;
}

/** How it says why it ended; 0 when all users came to their end. */
export const engineExitCodes = {
  planBroken: 65,
  refused: 69,
  failed: 70,
  resultsLost: 74,
  neverReleased: 75,
} as const;

/** Begins the lines of standard output that say what went wrong. */
export const engineProblemMark = 'problem: ';
/** Begins those that say what to know about the figures of a run that went well. */
export const engineWarningMark = 'warning: ';
