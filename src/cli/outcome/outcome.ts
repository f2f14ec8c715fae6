import type { ReportResource } from '../../contract/resources/report.ts';
import type { RunResource } from '../../contract/resources/run.ts';

/** A run with its report: everything that the outputs show. */
export interface Outcome {
  run: RunResource;
  report: ReportResource;
}

export const exitCodes = { passed: 0, couldNotRun: 1, thresholdFailed: 2 } as const;

export type Verdict = 'passed' | 'failed' | 'broken' | 'going';

/**
 * broken: nothing was measured, something went wrong on the nodes, or a threshold could not be judged. A threshold
 * that failed says more than any of these, so it wins.
 */
export function verdictOf({ run, report }: Outcome): Verdict {
  if (report.passed === false) return 'failed';
  if (run.status !== 'finished') return 'going';
  const isUnjudged = report.thresholds.length > 0 && report.passed === null;
  return samplesOf(report) === 0 || run.remote_errors !== null || isUnjudged ? 'broken' : 'passed';
}

export function exitCodeOf(outcome: Outcome): number {
  switch (verdictOf(outcome)) {
    case 'failed':
      return exitCodes.thresholdFailed;
    case 'broken':
      return exitCodes.couldNotRun;
    case 'passed':
    case 'going':
      return exitCodes.passed;
  }
}

export function samplesOf({ total }: ReportResource): number {
  return total.passed + total.failed;
}

/** One sentence on how it went, without colour. */
export function verdictSentence(outcome: Outcome): string {
  const { run, report } = outcome;
  const failed = report.thresholds.filter((threshold) => threshold.passed === false).length;
  const all = report.thresholds.length;
  const judged = all === 1 ? 'its threshold' : `all ${all} thresholds`;
  switch (verdictOf(outcome)) {
    case 'going':
      return 'The run still goes on; these are the figures so far.';
    case 'failed':
      return `Failed: ${failed} of ${all} ${all === 1 ? 'threshold' : 'thresholds'} did not hold.`;
    case 'broken':
      if (samplesOf(report) === 0) return 'Could not run: not a single sample was measured.';
      return run.remote_errors === null
        ? 'Doubtful: a threshold could not be judged.'
        : 'Doubtful: something went wrong on the nodes.';
    case 'passed':
      return all === 0 ? 'Finished; no threshold was set.' : `Passed ${judged}.`;
  }
}
