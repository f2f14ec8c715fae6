import type { VerdictWord } from './verdict.ts';

/** A saved plan with its settings; its runs form one history. */
export interface LoadTest {
  id: string;
  accountId: number;
  project: { id: number; name: string };
  name: string;
  /** The run whose files, settings, thresholds and grids the test has; null when all its runs were deleted. */
  runId: string | null;
  /** The run that later runs are compared with. */
  baselineRunId: string | null;
  /** Null: not measured. */
  size: TestSize | null;
  createdAt: Date;
}

/** Measured capacity of one node for the plan of a test. */
export interface TestSize {
  usersPerNode: number;
  limit: 'cpu' | 'lag' | 'none';
  /** The run that measured it. */
  runId: string;
  /** ISO 8601. */
  at: string;
}

/** A test in a list, with its latest run. */
export interface ListedTest extends LoadTest {
  runs: number;
  /** Number of the newest plan content. */
  planVersion: number | null;
  lastRun: {
    id: string;
    /** ISO 8601. */
    createdAt: string;
    verdict: VerdictWord | null;
    baselineVerdict: ComparisonVerdict | null;
  } | null;
}

/** Changes of a test; undefined: unchanged. */
export interface LoadTestChanges {
  name?: string;
  runId?: string;
  /** Null: without a baseline. */
  baselineRunId?: string | null;
  size?: Omit<TestSize, 'at'>;
}

/** One content of the plan of a test. */
export interface PlanVersion {
  /** From 1, in the order of their first runs. */
  version: number;
  planName: string;
  sha256: string;
  firstRunId: string;
  firstUsedAt: Date;
  lastUsedAt: Date;
  runs: number;
}

export type ComparisonVerdict = 'better' | 'worse' | 'mixed' | 'no_clear_difference' | 'too_few_samples';

/** Comparison of a finished run with the baseline of its test. */
export interface RunBaseline {
  runId: string;
  verdict: ComparisonVerdict;
  sentence: string;
  /** Source of the noise estimate, as a sentence. */
  basis: string;
}
