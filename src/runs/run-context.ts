import type { RunLimits } from '../domain/run-decision.ts';
import type { GridContext } from '../grids/grid-context.ts';
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
  /** The names inside an uploaded zip or 7z file and, where asked for, one content; throws archive_refused. */
  listArchive(file: StagedFile): Promise<ArchiveEntry[]>;
}

export interface ArchiveEntry {
  name: string;
  read(): Promise<Buffer>;
}

export interface RunSettings {
  apdexThresholdMs: number;
  /** Runs at once on one grid. */
  runsPerGrid: number;
  stopGraceS: number;
  maxResultsInArchiveBytes: number;
  minFreeDiskBytes: number;
  labelCap: number;
  errorTextCap: number;
}
