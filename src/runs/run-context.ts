import type { RunLimits } from '../domain/run-decision.ts';
import type { ToolAvailability, ToolName } from '../domain/tool.ts';
import type { VerdictWord } from '../domain/verdict.ts';
import type { GridContext } from '../grids/grid-context.ts';
import type { Outbound } from '../lib/outbound.ts';
import type { Caps } from '../metrics/caps.ts';
import type { FileStore } from '../store/file-store.ts';
import type { ExportSpans } from '../telemetry/span.ts';
import type { DemoTargets } from './demo-targets.ts';
import type { FileExaminer } from './examine-files.ts';
import type { Roller } from './roller.ts';

/** Counters of runs, for monitoring. */
export interface RunMeter {
  framesStored(frames: readonly { second: number; samples: number }[], nowMs: number): void;
  runFinished(verdict: VerdictWord): void;
}

/** Dependencies of the functions in `runs`. */
export interface RunContext {
  grids: GridContext;
  files: FileStore;
  roller: Roller;
  /** Without the join timeout, which depends on the provider. */
  limits: Omit<RunLimits, 'nodeJoinMs'>;
  settings: RunSettings;
  /** Limits of labels and error texts in figures. */
  caps: Caps;
  /** Availability of a tool on this machine. */
  localTool(tool: ToolName): Promise<ToolAvailability>;
  /** Reads uploaded files on worker threads. */
  examiner: FileExaminer;
  demoTargets: DemoTargets;
  meter: RunMeter;
  /** Undefined: finished runs are not traced. */
  exportSpans?: ExportSpans | undefined;
  /** Requests to addresses that users choose. */
  outbound: Outbound;
  /** Undefined without a mail server. */
  sendMail?: ((mail: { to: string; subject: string; text: string }) => Promise<void>) | undefined;
  pages: PageUrls;
}

/** Absolute URLs of the dashboard, for messages. */
export interface PageUrls {
  run(runId: string): string;
  test(testId: string): string;
  notifications(): string;
}

export interface RunSettings {
  apdexThresholdMs: number;
  /** Maximum number of concurrent runs on one grid. */
  runsPerGrid: number;
  stopGraceS: number;
  maxResultsInArchiveBytes: number;
  minFreeDiskBytes: number;
  /** Memory limit of one execution on this machine. */
  localExecutionMemoryBytes: number;
}
