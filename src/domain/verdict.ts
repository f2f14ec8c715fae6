/** The words for how a run went; the same in lists, pages, reports, terminals and test results. */
export const verdictWords = [
  /** Every sample passed or as many as the thresholds allow, every threshold is met, and nothing is doubtful. */
  'passed',
  /** A threshold is not met. */
  'failed',
  /** Samples failed, and no threshold limits how many may. */
  'finished_with_errors',
  /** No sample was recorded, something went wrong on the nodes, or a threshold could not be evaluated. */
  'broken',
  /** The figures may not be those of the target, or samples are missing. */
  'doubtful',
] as const;
export type VerdictWord = (typeof verdictWords)[number];

/** How colours and signs show a verdict; never without its words. */
export type VerdictTone = 'going' | 'good' | 'doubt' | 'bad';

/** What a pipeline ends with. */
export type VerdictExitCode = 0 | 1 | 2;

export interface Verdict {
  /** Before the end of a run, its status. */
  word: VerdictWord | 'queued' | 'running';
  tone: VerdictTone;
  exitCode: VerdictExitCode;
  sentence: string;
  /** What makes the figures doubtful, a sentence each; also within `sentence`. */
  doubts: string[];
}
