import type { ExecutionSpec } from '../domain/execution.ts';
import type { GeneratorReport } from '../domain/generator.ts';
import type { ToolAvailability, ToolName } from '../domain/tool.ts';
import type { Log } from '../lib/log.ts';
import type { FrameBlock } from '../metrics/frame-block.ts';
import type { Sample } from '../metrics/sample.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import type { WorkspaceFolders } from './workspace.ts';

export type { WorkspaceFolders } from './workspace.ts';

/**
 * One load-testing tool on one node. Nothing here is kept in memory between calls that matters: an agent that was
 * killed and started again calls `read`, `isRunning` and `stop` on the same workspace and goes on.
 */
export interface Tool {
  readonly name: ToolName;
  /** Says whether this machine can run the tool, without downloading anything. */
  probe(context: ToolContext): Promise<ToolAvailability>;
  /** Fills the shared toolchain cache if needed; safe to call from several processes at once. */
  provision(context: ToolContext, onProgress: (text: string) => void): Promise<void>;
  /**
   * Checks the plan and starts the tool, loaded and held at a barrier. Resolves when it holds; throws AppError
   * `plan_broken` with readable sentences when it cannot.
   */
  launch(execution: ToolExecution): Promise<void>;
  /**
   * Opens the barrier at `atMs` on this machine's clock. Calling it again does nothing. A tool that puts its samples into
   * seconds by itself adds `clockOffsetMs` to its own clock.
   */
  release(execution: ToolExecution, atMs: number, clockOffsetMs?: number): Promise<void>;
  /** What has been measured since `offset` (undefined: from the beginning). Never returns half a sample. */
  read(execution: ToolExecution, offset: string | undefined): Promise<ReadResult>;
  isRunning(execution: ToolExecution): Promise<boolean>;
  /** graceful: let the tool finish its current samples. force: end every process of it now. */
  stop(execution: ToolExecution, how: 'graceful' | 'force'): Promise<void>;
  /** Called once when it no longer runs and everything is read: how it went, in sentences when it went badly. */
  conclude(execution: ToolExecution): Promise<ToolConclusion>;
  /** The last lines of the tool's log. */
  logTail(execution: ToolExecution, lines: number): Promise<string[]>;
  /** What of folders.tool belongs into the archive, under flood/results, if it is not too large. */
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
  /** For every JVM of a tool; before what a run asks for. */
  javaOptions?: readonly string[];
  /** When it is for one execution. */
  spec?: ExecutionSpec;
  /** How user code is kept apart; found out by trying when not given, and then required. */
  sandbox?: Sandbox;
}

export interface ToolExecution extends ToolContext {
  spec: ExecutionSpec;
  folders: WorkspaceFolders;
  /** Memory this execution may use. */
  memoryBytes: number;
  /** What it may have on the disk; 0 or undefined: no limit. */
  diskBytes?: number;
}

export interface ReadResult {
  samples: Sample[];
  /** From tools that aggregate by themselves: what they measured, in seconds of the service's time. */
  blocks?: FrameBlock[];
  /** How well the tool kept to its own schedule, as it said last; only from tools that know. */
  generator?: GeneratorReport;
  /** Opaque to the agent; stored with the frames made from these samples. */
  offset: string;
}

export interface ToolConclusion {
  exitCode: number | null;
  signal: string | null;
  errors: string[];
  /** What to know about the figures of a run, whether it went well or not. */
  warnings?: string[];
  /** Samples the tool itself says it wrote, counted apart from `read`. */
  samplesProduced: number;
  /** It counts by itself, but was ended before it said how many: they are what was found in its results. */
  isOwnCountMissing?: boolean;
}
