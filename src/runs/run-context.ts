import type { RunLimits } from '../domain/run-decision.ts';
import type { ToolAvailability, ToolName } from '../domain/tool.ts';
import type { GridContext } from '../grids/grid-context.ts';
import type { PlanFile } from '../plans/plan-file.ts';
import type { FileStore } from '../store/file-store.ts';
import type { Roller } from './roller.ts';
import type { StagedFile } from './runs.ts';

/** What all of this room works with. */
export interface RunContext {
  grids: GridContext;
  files: FileStore;
  roller: Roller;
  limits: RunLimits;
  settings: RunSettings;
  /** Whether this machine can run a tool. */
  localTool(tool: ToolName): Promise<ToolAvailability>;
  /** What is inside an uploaded zip or 7z file, with the content of what is wanted; throws archive_refused. */
  readArchive(file: StagedFile, isWanted: (name: string) => boolean): Promise<PlanFile[]>;
}

export interface RunSettings {
  apdexThresholdMs: number;
  /** Runs at once on one grid. */
  runsPerGrid: number;
  stopGraceS: number;
  maxResultsInArchiveBytes: number;
  minFreeDiskBytes: number;
  /** What one execution may use on this machine. */
  localExecutionMemoryBytes: number;
}
