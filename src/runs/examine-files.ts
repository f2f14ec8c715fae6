import { checkFiles, type FileCheck, type FilesToCheck, type ReadArchive } from './check-files.ts';
import { diffPlans, type PlanToCompare } from './diff-plans.ts';
import { inspectFiles } from './inspect-files.ts';
import { type RunFileContent, readRunFile } from './run-file/read-run-file.ts';
import type { FilesToInspect, Inspection } from './runs.ts';

/** Reads uploaded files. The service runs it on worker threads, because the cost depends on the files. */
export interface FileExaminer {
  /** Throws AppError when a run of the files could not start. */
  check(input: FilesToCheck): Promise<FileCheck>;
  inspect(input: FilesToInspect): Promise<Inspection>;
  /** The difference of two plans as a unified diff. */
  diff(before: PlanToCompare, after: PlanToCompare): Promise<string>;
  /** Checks a run file; throws `archive_refused`. */
  readRunFile(path: string, maxLabels: number): Promise<RunFileContent>;
}

export function createFileExaminer(readArchive: ReadArchive): FileExaminer {
  return {
    check: (input) => checkFiles(readArchive, input),
    inspect: (input) => inspectFiles(readArchive, input),
    diff: diffPlans,
    readRunFile,
  };
}
