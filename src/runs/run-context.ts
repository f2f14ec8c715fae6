import type { RunLimits } from '../domain/run-decision.ts';
import type { ToolAvailability, ToolName } from '../domain/tool.ts';
import type { GridContext } from '../grids/grid-context.ts';
import type { FileStore } from '../store/file-store.ts';
import type { FileExaminer } from './examine-files.ts';
import type { Roller } from './roller.ts';

/** What all of this room works with. */
export interface RunContext {
  grids: GridContext;
  files: FileStore;
  roller: Roller;
  limits: RunLimits;
  settings: RunSettings;
  /** Whether this machine can run a tool. */
  localTool(tool: ToolName): Promise<ToolAvailability>;
  /** Reads uploaded files, in worker threads. */
  examiner: FileExaminer;
}

export interface RunSettings {
  apdexThresholdMs: number;
  /** Runs at once on one grid. */
  runsPerGrid: number;
  stopGraceS: number;
  maxResultsInArchiveBytes: number;
  minFreeDiskBytes: number;
  /** What the uploads and archives of one run may take; 0: no limit. */
  runDiskBytes: number;
  /** What one execution may use on this machine. */
  localExecutionMemoryBytes: number;
}
