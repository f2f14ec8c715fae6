import type { ReportResource } from '../../contract/resources/report.ts';
import type { RunResource } from '../../contract/resources/run.ts';
import type { RunViewResource } from '../../contract/resources/view.ts';

/** A run with its report, whose verdict the service gives: everything that the outputs show. */
export interface Outcome {
  run: RunResource;
  report: ReportResource;
  /** What makes the figures doubtful, such as a node without CPU to spare; a sentence each. */
  doubts: readonly string[];
  /** How well what made the load kept to its own schedule, where the tool measures that. */
  generator: RunViewResource['generator'];
}

export function samplesOf({ total }: ReportResource): number {
  return total.passed + total.failed;
}

/** Doubts that the verdict does not already mention. */
export function otherDoubts({ report, doubts }: Outcome): string[] {
  return doubts.filter((doubt) => !report.verdict.sentence.includes(doubt));
}
