import type { ExecutionState } from '../domain/execution.ts';
import type { NodeState } from '../domain/node.ts';
import type { ThresholdResult } from '../domain/threshold.ts';
import type { ChartColumns } from '../metrics/chart.ts';
import type { TimeRange } from '../metrics/cover.ts';
import type { Heatmap } from '../metrics/heatmap.ts';
import type { ErrorFigures, LabelFigures, Report } from '../metrics/report.ts';
import type { Comparison } from './comparison.ts';
import type { Reconciliation } from './reconciliation.ts';
import type { RangeQuery, RunRange } from './run-range.ts';
import type { RunView } from './runs.ts';

/** Data of the run page, for the whole run or a range. Created by createRunViews. */
export interface RunViews {
  page(view: RunView, range: RangeQuery): Promise<RunPage>;
  labels(view: RunView, query: LabelsQuery): Promise<LabelsPage>;
  /** Errors of one label or of all, the most frequent first. */
  errors(view: RunView, query: RangeQuery & { label?: string | undefined }): Promise<ErrorsOfRange>;
  /** All labels of the run. */
  labelNames(view: RunView): Promise<string[]>;
  charts(view: RunView, query: RangeQuery & { label?: string | undefined }): Promise<Charts>;
  heatmap(view: RunView, query: RangeQuery & { label?: string | undefined }): Promise<Heat>;
  /** The first run is the baseline; the range is relative to the start of each run. */
  compare(runs: readonly RunView[], range: RangeQuery): Promise<Comparison>;
}

export interface RunPage {
  range: RunRange;
  /** Of the range. */
  report: Report;
  /** Of the whole run, without single labels. */
  whole: Report;
  thresholds: ThresholdResult[];
  nodes: NodeFigures[];
  nodeCount: number;
  reconciliation: Reconciliation | null;
  /** Last seconds of a running run; only without a range. */
  recent: RecentFigures | null;
  /** End of the last rolled-up second. */
  figuresAt: Date | null;
}

export interface RecentFigures extends TimeRange {
  total: LabelFigures;
  /** Mean. */
  users: number;
}

export interface NodeFigures {
  gridId: string;
  gridName: string;
  region: string;
  /** Actual location. */
  origin: string;
  nodeIndex: number;
  hostname: string | null;
  cores: number | null;
  sandbox: 'bubblewrap' | 'none' | null;
  sandboxNotes: readonly string[];
  memoryBytes: number | null;
  state: ExecutionState;
  health: NodeState;
  progress: string | null;
  /** Set when the node was lost before it had delivered its results. */
  lostAt: Date | null;
  samples: number | null;
  /** Of the range. */
  vitals: { cpuMean: number; cpuMax: number; memoryMaxBytes: number; clockOffsetMs: number } | null;
  /** Of the whole run, regardless of the range. */
  isOverloaded: boolean;
  wholeClockOffsetMs: number | null;
}

export const labelSorts = [
  'label',
  'samples',
  'passed',
  'failed',
  'error_rate',
  'mean',
  'min',
  'max',
  'p50',
  'p75',
  'p90',
  'p95',
  'p99',
  'throughput',
  'bytes_in',
] as const;
export type LabelSort = (typeof labelSorts)[number];

export interface LabelsQuery extends RangeQuery {
  /** Exact match. */
  label?: string | undefined;
  /** Substring match. */
  search?: string | undefined;
  /** Displayed name of a label; used for search and sorting. */
  nameOf?: ((label: string) => string) | undefined;
  sort: LabelSort;
  isDescending: boolean;
  page: number;
  pageSize: number;
  /** Rows with sparklines; default: all. */
  maxSparks?: number;
}

export interface LabelsPage {
  range: RunRange;
  total: number;
  labels: LabelRow[];
  spark: { startS: number; stepS: number };
}

export interface LabelRow {
  figures: LabelFigures;
  sparkP95: (number | null)[];
  sparkFailed: number[];
}

export interface ErrorsOfRange {
  range: RunRange;
  errors: ErrorFigures[];
}

export interface Charts {
  range: RunRange;
  stepS: number;
  cursor: string;
  columns: ChartColumns;
}

export interface Heat {
  range: RunRange;
  stepS: number;
  heatmap: Heatmap;
}
