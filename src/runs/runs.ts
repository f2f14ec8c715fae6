import type { Readable } from 'node:stream';
import type { Actor } from '../domain/account.ts';
import type { Estimate, Usage } from '../domain/cost.ts';
import type { EngineChoice } from '../domain/engine.ts';
import type { ErrorSample } from '../domain/error-sample.ts';
import type { ExecutionState } from '../domain/execution.ts';
import type { GeneratorLoad } from '../domain/generator.ts';
import type { GridSpec } from '../domain/grid.ts';
import type { LiveControl } from '../domain/live-control.ts';
import type { Privacy, Run, RunDetails, RunFile, RunStatus } from '../domain/run.ts';
import type { RunFilter, RunSort } from '../domain/run-filter.ts';
import type { RunSettings } from '../domain/run-settings.ts';
import type { SampleKind } from '../domain/sample-kind.ts';
import type { SecretParameter } from '../domain/secret.ts';
import type { ThresholdResult } from '../domain/threshold.ts';
import type { ToolName } from '../domain/tool.ts';
import type { GridView } from '../grids/grids.ts';
import type { ByteRange } from '../lib/byte-range.ts';
import type { Money } from '../lib/money.ts';
import type { LabelFigures, Report } from '../metrics/report.ts';
import type { ResultRow } from '../metrics/results.ts';
import type { SeriesPoint } from '../metrics/series.ts';
import type { TrendRow } from '../metrics/trend.ts';
import type { PlanInspection } from '../plans/inspect-plan.ts';
import type { Reconciliation } from './reconciliation.ts';

/** Run operations of users. Created by createRuns. */
export interface Runs {
  /** Throws before anything is written when the request is invalid; an accepted run always ends as `finished`. */
  create(actor: Actor, input: NewRun): Promise<RunView>;
  /** Describes a run of these files; starts and stores nothing. */
  inspect(input: FilesToInspect): Promise<Inspection>;
  /** Price and cost of a run on these grids; starts and stores nothing. */
  estimate(actor: Actor, input: Pick<NewRun, 'grids' | 'durationS'>): Promise<Estimate>;
  get(actor: Actor, runId: string): Promise<RunView>;
  /** Without authentication: public runs only, otherwise not_found. */
  getPublic(runId: string): Promise<RunView>;
  list(
    actor: Actor,
    page: number,
    filter?: RunFilter,
    sort?: RunSort,
  ): Promise<{ total: number; pageSize: number; runs: RunView[] }>;
  /** Figures of finished runs over time, the newest 200, oldest first. */
  trend(actor: Actor, filter: RunFilter): Promise<{ total: number; rows: TrendRow[] }>;
  /** Tags in use, the most used 500 first. */
  tags(actor: Actor): Promise<{ total: number; tags: { name: string; runs: number }[] }>;
  /** Resolves when the run is finished. */
  stop(actor: Actor, runId: string): Promise<RunView>;
  /** Changes the load of a running run on all its nodes. */
  control(actor: Actor, runId: string, change: Partial<LiveControl>): Promise<RunView>;
  repeat(actor: Actor, runId: string, where: RepeatWhere): Promise<RunView>;
  /** Repeats a run with changes; checks the plan again, because they may concern it. */
  repeatWith(actor: Actor, runId: string, changes: RunChanges): Promise<RunView>;
  /** Repeats a run on behalf of a schedule. */
  repeatByService(runId: string, userId: number | null): Promise<RunView>;
  repeatByWebhook(runId: string, where: RepeatWhere, secret: string | undefined): Promise<RunView>;
  /** Returns the new secret when switched on. */
  switchWebhook(actor: Actor, runId: string, isOn: boolean): Promise<string | undefined>;
  setPrivacy(actor: Actor, runId: string, privacy: Privacy): Promise<RunView>;
  /** Changes name, tags and notes, in any phase. */
  change(actor: Actor, runId: string, details: RunDetails): Promise<RunView>;
  remove(actor: Actor, runId: string): Promise<void>;
  report(view: RunView): Promise<Report>;
  /** Evaluates thresholds on the samples so far; without expressions, those of the run. */
  judge(view: RunView, expressions: readonly string[]): Promise<ThresholdResult[]>;
  /** Sample counts from the tool to the report; null until the run is finished. */
  reconciliation(view: RunView): Promise<Reconciliation | null>;
  series(view: RunView, query: SeriesQuery): Promise<SeriesPoint[]>;
  /** One row per 15 s, measurement and label, in the order of the documented CSV; `later` adds rows for the total. */
  results(
    view: RunView,
    gridId: string | undefined,
    shape?: 'documented' | 'later',
  ): AsyncIterable<ResultRow>;
  /** Last lines of the tool's log, per node. */
  logs(view: RunView): Promise<NodeLog[]>;
  /** Requests and responses of failed samples, the earliest first. */
  errorSamples(view: RunView, filter: ErrorSampleFilter): Promise<ErrorSamples>;
  openFile(view: RunView, fileId: string): Promise<StoredFile>;
  /** An archive by its secret key; undefined when it does not exist. */
  openArchive(key: string): Promise<StoredFile | undefined>;
}

export interface ErrorSampleFilter {
  label?: string | undefined;
  code?: string | undefined;
  message?: string | undefined;
}

export interface ErrorSamples {
  /** All that match; `samples` has the first ones. */
  total: number;
  samples: (ErrorSample & { gridId: string; nodeIndex: number })[];
}

export interface NodeLog {
  gridId: string;
  nodeIndex: number;
  state: ExecutionState;
  lines: string[];
}

export interface NewRun extends RunSettings {
  tool: ToolName;
  toolRequested: string;
  engineRequested: EngineChoice;
  name: string | null;
  notes: string | null;
  project: string | null;
  /** Name of the test; null: the one with the same plan file and run name. */
  test: string | null;
  tags: string[];
  privacy: Privacy;
  isWebhookOn: boolean;
  /** The run is rejected if its estimated cost is higher or unknown; null: no limit. */
  maxCost: Money | null;
  /** Threshold expressions; already validated. */
  failIf: string[];
  /** Abort rules; already validated. */
  abortIf: string[];
  /** Already validated. */
  secrets: SecretParameter[];
  grids: GridChoice[];
  files: StagedFile[];
}

export interface FilesToInspect extends RunSettings {
  /** Undefined: detected from the files. */
  tool: ToolName | undefined;
  files: readonly StagedFile[];
}

export interface Inspection extends PlanInspection {
  tool: ToolName;
  /** All files, including those in archives. */
  fileNames: string[];
}

export type GridChoice =
  | { kind: 'existing'; gridId: string }
  | { kind: 'new'; spec: GridSpec }
  /** The newest running grid in this region, else the shared grid. */
  | { kind: 'region'; region: string }
  | { kind: 'shared' };

/** An upload on disk that is not assigned to a run yet. */
export interface StagedFile {
  name: string;
  path: string;
  sizeBytes: number;
  sha256: string;
}

export interface StoredFile {
  name: string;
  sizeBytes: number;
  open(range?: ByteRange): Promise<Readable>;
}

export interface RepeatWhere {
  gridId?: string;
  region?: string;
}

/** Changes of a repeated run; undefined: as in the original. */
export interface RunChanges
  extends Partial<
    Pick<
      NewRun,
      keyof RunSettings | 'name' | 'notes' | 'tags' | 'privacy' | 'engineRequested' | 'failIf' | 'abortIf'
    >
  > {
  /** Undefined: the same grids if still running, else new ones with the same settings. */
  grids?: GridChoice[];
  /** Nodes of such grids in all; undefined: unchanged. */
  nodes?: number;
  /** Name of another test that the run belongs to; undefined: the test of the repeated run. */
  test?: string;
  /** `name=value`, or `-Dname=value`: replaces the value of one parameter. */
  parameters?: readonly string[];
  /** Sets secret parameters; an empty value removes one. Others stay unchanged. */
  secrets?: readonly SecretParameter[];
  /** Whether these settings are saved in the test. */
  isSaved?: boolean;
}

export interface SeriesQuery {
  /** Seconds per point: 1, 15 or 300. */
  resolutionS: 1 | 15 | 300;
  fromS?: number;
  toS?: number;
  gridId?: string;
  label?: string;
  /** Samples whose response times are reported; default: passed. */
  times?: SampleKind;
}

export interface RunView {
  run: Run;
  status: RunStatus;
  grids: GridView[];
  files: RunFile[];
  archives: { key: string; sizeBytes: number }[];
  /** Figures of the report shown on the run; null before the first sample of an unfinished run. */
  figures: RunFigures | null;
  /** Null until the run is finished. */
  ending: RunEnding | null;
  /** So far, from its preparation on. */
  usage: Usage;
  /** Set when the tool has reported it. */
  generator?: GeneratorLoad;
  progress: string | null;
}

/** Assessment of a finished run. */
export interface RunEnding {
  /** Reasons to doubt the figures, one sentence each. */
  doubts: readonly string[];
  /** Whether every sample is accounted for; null when unknown. */
  isComplete: boolean | null;
}

export interface RunFigures {
  /** Exact percent; 100 when a finished run has no sample because something failed. */
  errorRatePercent: number;
  meanResponseTimeMs: number;
  /** `0.83 [4000]`; null when there is no sample. */
  apdex: string | null;
  /** All labels together; null when there is no sample. */
  total: LabelFigures | null;
}
