import type { ReportResource } from '../../contract/resources/report.ts';
import type { RunResource } from '../../contract/resources/run.ts';
import type { RunViewResource } from '../../contract/resources/view.ts';

/** A run with its report: the data of all output formats. */
export interface Outcome {
  run: RunResource;
  report: ReportResource;
  /** Reasons to doubt the results, such as an overloaded node; one sentence each. */
  doubts: readonly string[];
  /** Schedule lag and utilization of the generator, if the tool measures them. */
  generator: RunViewResource['generator'];
}

export function samplesOf({ total }: ReportResource): number {
  return total.passed + total.failed;
}

/** Doubts that the verdict does not mention. */
export function otherDoubts({ report, doubts }: Outcome): string[] {
  return doubts.filter((doubt) => !report.verdict.sentence.includes(doubt));
}
