import type { VerdictResource } from './resources/verdict.ts';

/** Labels of verdicts. */
export const shownVerdict: Readonly<Record<VerdictResource['word'], string>> = {
  queued: 'Queued',
  running: 'Running',
  passed: 'Passed',
  failed: 'Failed',
  finished_with_errors: 'Finished with errors',
  broken: 'Broken',
  doubtful: 'Doubtful',
};

/** Sign of a verdict; always shown with the label. */
export const verdictSigns: Readonly<Record<VerdictResource['tone'], string>> = {
  going: '●',
  good: '✓',
  doubt: '△',
  bad: '✕',
};
