import type { ExecutionSpec } from '../domain/execution.ts';
import type { GeneratorReport } from '../domain/generator.ts';
import type { LiveControl } from '../domain/live-control.ts';
import type { ToolAvailability, ToolName } from '../domain/tool.ts';
import type { Log } from '../lib/log.ts';
import type { FrameBlock } from '../metrics/frame-block.ts';
import type { Sample } from '../metrics/sample.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import type { WorkspaceFolders } from './workspace.ts';

export type { WorkspaceFolders } from './workspace.ts';

/**
 * One load-testing tool on one node. Keeps no state in memory between calls: a restarted agent calls `read`, `isRunning`
 * and `stop` on the same workspace and continues.
 */
export interface Tool {
  readonly name: ToolName;
  /** Checks whether this machine can run the tool, without downloading anything. */
  probe(context: ToolContext): Promise<ToolAvailability>;
  /** Fills the shared toolchain cache if needed; safe to call from several processes at once. */
  provision(context: ToolContext, onProgress: (text: string) => void): Promise<void>;
  /**
   * Checks the plan and starts the tool up to the barrier. Resolves when the barrier is reached; throws AppError
   * `plan_broken` with messages for users otherwise.
   */
  launch(execution: ToolExecution): Promise<void>;
  /**
   * Opens the barrier at `atMs` on this machine's clock. Idempotent. A tool that aggregates samples by second adds
   * `clockOffsetMs` to its clock.
   */
  release(execution: ToolExecution, atMs: number, clockOffsetMs?: number): Promise<void>;
  /** Changes the load while it runs. Idempotent; no effect on tools that do not support it. */
  control(execution: ToolExecution, control: LiveControl): Promise<void>;
  /** Samples since `offset` (undefined: from the beginning). Never returns partial samples. */
  read(execution: ToolExecution, offset: string | undefined): Promise<ReadResult>;
  isRunning(execution: ToolExecution): Promise<boolean>;
  /** graceful: the tool finishes its current samples. force: all of its processes are killed. */
  stop(execution: ToolExecution, how: 'graceful' | 'force'): Promise<void>;
  /** Called once when it no longer runs and everything is read. Returns the result with error messages. */
  conclude(execution: ToolExecution): Promise<ToolConclusion>;
  /** The last lines of the tool's log. */
  logTail(execution: ToolExecution, lines: number): Promise<string[]>;
  /** File with requests and responses of failed samples (domain/error-sample.ts), which user code may have replaced. */
  errorSamplesPath?(execution: ToolExecution): string | undefined;
  /** Files of folders.tool for the archive, under flood/results, if they are not too large. */
  archiveFiles(execution: ToolExecution): Promise<ArchiveFile[]>;
}

export interface ArchiveFile {
  /** Its name in the archive, relative to flood/results. */
  name: string;
  path: string;
}

export interface ToolContext {
  cacheDir: string;
  log: Log;
  signal: AbortSignal;
  /** For every JVM of a tool; options of the run take precedence. */
  javaOptions?: readonly string[];
  /** Only for one execution. */
  spec?: ExecutionSpec;
  /** Isolation of user code; detected, and then required, when not given. */
  sandbox?: Sandbox;
}

export interface ToolExecution extends ToolContext {
  spec: ExecutionSpec;
  folders: WorkspaceFolders;
  /** Memory limit of this execution. */
  memoryBytes: number;
  /** Disk quota; 0 or undefined: no limit. */
  diskBytes?: number;
}

export interface ReadResult {
  samples: Sample[];
  /** Samples aggregated by the tool, in seconds of the service's time. */
  blocks?: FrameBlock[];
  /** The last report on schedule lag and utilization, from tools that have one. */
  generator?: GeneratorReport;
  /** Opaque to the agent; stored with the frames made from these samples. */
  offset: string;
}

export interface ToolConclusion {
  exitCode: number | null;
  signal: string | null;
  errors: string[];
  /** Warnings about the figures, also of successful runs. */
  warnings?: string[];
  /** Number of samples written by the tool, counted independently of `read`. */
  samplesProduced: number;
  /** The tool counts samples but ended before reporting the count; `samplesProduced` was counted in its results. */
  isOwnCountMissing?: boolean;
}
