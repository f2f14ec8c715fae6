import type { ComparisonVerdict } from '../domain/load-test.ts';
import type { Difference } from '../metrics/compare.ts';
import type { Report } from '../metrics/report.ts';
import type { RunView } from './runs.ts';

/** Comparison of one label, or of all labels together, with the baseline. */
export interface LabelComparison {
  /** Empty for all labels together. */
  label: string;
  verdict: ComparisonVerdict | 'only_in_one';
  differences: Difference[];
}

export interface RunComparison {
  runId: string;
  /** Source of the run-to-run noise estimate. */
  basis: { kind: 'repeats'; repeats: number; isEnough: boolean } | { kind: 'blocks'; blockS: number };
  /** Family-wise confidence of all verdicts. */
  confidence: number;
  verdict: ComparisonVerdict;
  /** Differences in the setup of the two runs, one sentence each. */
  setupDifferences: string[];
  total: LabelComparison;
  labels: LabelComparison[];
  /** Number of rarer labels omitted from the list. */
  labelsLeftOut: number;
}

/** Two or more runs; the first is the baseline. */
export interface Comparison {
  runs: { view: RunView; report: Report }[];
  comparisons: RunComparison[];
}
