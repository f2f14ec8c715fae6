import type { Difference } from '../metrics/compare.ts';
import type { Report } from '../metrics/report.ts';
import type { RunView } from './runs.ts';

export type ComparisonVerdict = 'better' | 'worse' | 'mixed' | 'no_clear_difference' | 'too_few_samples';

/** One label, or all together, of one run against that of the baseline. */
export interface LabelComparison {
  /** Empty for all labels together. */
  label: string;
  verdict: ComparisonVerdict | 'only_in_one';
  differences: Difference[];
}

export interface RunComparison {
  runId: string;
  /** Where the noise between runs was learnt. */
  basis: { kind: 'repeats'; repeats: number; isEnough: boolean } | { kind: 'blocks'; blockS: number };
  /** Of all verdicts together. */
  confidence: number;
  verdict: ComparisonVerdict;
  /** What was not the same in both runs, a sentence each. */
  setupDifferences: string[];
  total: LabelComparison;
  labels: LabelComparison[];
  /** How many more labels there are, rarer ones, which are not in the list. */
  labelsLeftOut: number;
}

/** Two or more runs side by side; the first is the baseline. */
export interface Comparison {
  runs: { view: RunView; report: Report }[];
  comparisons: RunComparison[];
}
