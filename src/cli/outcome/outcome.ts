import type { ReportResource } from '../../contract/resources/report.ts';
import type { RunResource } from '../../contract/resources/run.ts';
import type { RunViewResource } from '../../contract/resources/view.ts';
import { percentOf, whole } from '../../lib/figures.ts';

/** A run with its report: everything that the outputs show. */
export interface Outcome {
  run: RunResource;
  report: ReportResource;
  /** What makes the figures doubtful, such as a node without CPU to spare; a sentence each. */
  doubts: readonly string[];
  /** How well what made the load kept to its own schedule, where the tool measures that. */
  generator: RunViewResource['generator'];
}

const exitCodes = { passed: 0, couldNotRun: 1, thresholdFailed: 2 } as const;

export type Verdict = 'passed' | 'unjudged' | 'failed' | 'broken' | 'going';

/**
 * broken: nothing was measured, something went wrong on the nodes, or a threshold could not be judged. A threshold
 * that failed says more than any of these, so it wins.
 */
export function verdictOf({ run, report }: Outcome): Verdict {
  if (report.passed === false) return 'failed';
  if (run.status !== 'finished') return 'going';
  const isUnjudged = report.thresholds.length > 0 && report.passed === null;
  if (samplesOf(report) === 0 || run.remote_errors !== null || isUnjudged) return 'broken';
  return report.thresholds.length === 0 ? 'unjudged' : 'passed';
}

export function exitCodeOf(outcome: Outcome): number {
  switch (verdictOf(outcome)) {
    case 'failed':
      return exitCodes.thresholdFailed;
    case 'broken':
      return exitCodes.couldNotRun;
    case 'passed':
    case 'unjudged':
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
  const counts = countsOf(report);
  switch (verdictOf(outcome)) {
    case 'going':
      return `Still going on: ${counts} so far.`;
    case 'failed':
      return `Failed ${failed} of ${all} ${all === 1 ? 'threshold' : 'thresholds'}: ${counts}.`;
    case 'broken':
      if (samplesOf(report) === 0) return 'Could not run: not a single sample was measured.';
      return run.remote_errors === null
        ? `Doubtful, a threshold could not be judged: ${counts}.`
        : `Doubtful, something went wrong on the nodes: ${counts}.`;
    case 'unjudged':
      return `Finished, no threshold was set: ${counts}.`;
    case 'passed':
      return `Passed ${all === 1 ? 'its threshold' : `all ${all} thresholds`}: ${counts}.`;
  }
}

function countsOf(report: ReportResource): string {
  const { failed } = report.total;
  const all = samplesOf(report);
  if (all === 0) return 'no samples';
  const samples = all === 1 ? '1 sample' : `${whole(all)} samples`;
  return failed === 0
    ? `${samples}, 0 failed`
    : `${samples}, ${whole(failed)} failed (${percentOf(failed, all)})`;
}
