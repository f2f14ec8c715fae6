/** Verdicts of finished runs; the same in lists, pages, reports, the CLI and test results. */
export const verdictWords = [
  /** All thresholds are met, no more samples failed than they allow, and there are no doubts. */
  'passed',
  /** A threshold is not met, or an abort rule ended the run. */
  'failed',
  /** Samples failed, and no threshold limits errors. */
  'finished_with_errors',
  /** No samples were recorded, a node reported errors, or a threshold could not be evaluated. */
  'broken',
  /** Figures may include delays of the load generator, or samples are missing. */
  'doubtful',
] as const;
export type VerdictWord = (typeof verdictWords)[number];

export const verdictLabels: Readonly<Record<Verdict['word'], string>> = {
  queued: 'Queued',
  running: 'Running',
  passed: 'Passed',
  failed: 'Failed',
  finished_with_errors: 'Finished with errors',
  broken: 'Broken',
  doubtful: 'Doubtful',
};

/** Colour and symbol of a verdict; never shown without its text. */
export type VerdictTone = 'going' | 'good' | 'doubt' | 'bad';

/** Exit code of the CLI. */
export type VerdictExitCode = 0 | 1 | 2;

export interface Verdict {
  /** The status for unfinished runs. */
  word: VerdictWord | 'queued' | 'running';
  tone: VerdictTone;
  exitCode: VerdictExitCode;
  sentence: string;
  /** Reasons to doubt the figures, one sentence each; included in `sentence`. */
  doubts: string[];
}

/** `passed`: whether all thresholds are met; null without any. */
export function toneOfVerdict(word: VerdictWord, passed: boolean | null): Exclude<VerdictTone, 'going'> {
  switch (word) {
    case 'passed':
      return 'good';
    case 'doubtful':
      return 'doubt';
    case 'finished_with_errors':
      // All thresholds are met, but none of them limits errors.
      return passed === true ? 'doubt' : 'bad';
    case 'failed':
    case 'broken':
      return 'bad';
  }
}
