import { pathToFileURL } from 'node:url';
import type { JsonBody, ReadJsonFile } from '../api/params/json-body.ts';
import type { ConvertUpload, DocumentUpload } from '../converters/convert-upload.ts';
import { AppError, type ErrorCode, type ErrorDetail } from '../domain/errors.ts';
import { programPath } from '../lib/package-files.ts';
import { WorkerLimitError, WorkerPool } from '../lib/worker-pool.ts';
import type { FileCheck, FilesToCheck } from '../runs/check-files.ts';
import type { PlanToCompare } from '../runs/diff-plans.ts';
import type { FileExaminer } from '../runs/examine-files.ts';
import type { RunFileContent } from '../runs/run-file/read-run-file.ts';
import type { FilesToInspect, Inspection } from '../runs/runs.ts';

export type ServiceTask =
  | { kind: 'check'; input: FilesToCheck }
  | { kind: 'inspect'; input: FilesToInspect }
  | { kind: 'diff'; before: PlanToCompare; after: PlanToCompare }
  | { kind: 'run-file'; path: string; maxLabels: number }
  | { kind: 'convert'; upload: DocumentUpload }
  | { kind: 'json'; path: string; roots: readonly string[] };

/** An AppError, serialized by a worker thread. */
export interface TaskFailure {
  isFailure: true;
  code: ErrorCode;
  message: string;
  details: ErrorDetail[];
}

export interface ServiceTasks {
  examiner: FileExaminer;
  readJsonFile: ReadJsonFile;
  convertDocument: ConvertUpload;
  close(): Promise<void>;
}

export interface ServiceTaskLimits {
  threads: number;
  timeoutS: number;
  memoryMb: number;
}

export interface ServiceWorkerData {
  childTimeoutMs: number;
}

const maxWaiting = 100;

/** Runs tasks whose cost depends on user input on worker threads with time and memory limits. */
export function createServiceTasks(limits: ServiceTaskLimits): ServiceTasks {
  const pool = new WorkerPool({
    script: pathToFileURL(programPath('src/service/worker')),
    maxWorkers: limits.threads,
    maxWaiting,
    timeoutMs: limits.timeoutS * 1000,
    memoryMb: limits.memoryMb,
    // A child process must be killed before its worker, because it would outlive the worker.
    data: { childTimeoutMs: limits.timeoutS * 900 } satisfies ServiceWorkerData,
  });
  const run = async <Answer>(task: ServiceTask): Promise<Answer> => {
    try {
      return await pool.run<Answer>(task);
    } catch (error) {
      throw asAppError(error, limits);
    }
  };
  return {
    examiner: {
      check: (input) => run<FileCheck>({ kind: 'check', input }),
      inspect: (input) => run<Inspection>({ kind: 'inspect', input }),
      diff: (before, after) => run<string>({ kind: 'diff', before, after }),
      readRunFile: (path, maxLabels) => run<RunFileContent>({ kind: 'run-file', path, maxLabels }),
    },
    readJsonFile: (path, roots) => run<JsonBody>({ kind: 'json', path, roots }),
    convertDocument: (upload) => run<Uint8Array<ArrayBuffer>>({ kind: 'convert', upload }),
    close: () => pool.close(),
  };
}

function asAppError(error: unknown, { timeoutS, memoryMb }: ServiceTaskLimits): unknown {
  if (isFailure(error)) return new AppError(error.code, error.message, error.details);
  if (!(error instanceof WorkerLimitError)) return error;
  if (error.limit === 'queue') {
    const message = `More than ${maxWaiting} uploads are waiting to be checked. Retry in 10 s.`;
    return new AppError('starting', message, [], { retryAfterS: 10 });
  }
  const used = error.limit === 'time' ? `${timeoutS} s` : `${memoryMb} MB of memory`;
  const option = error.limit === 'time' ? 'SPATE_PLAN_CHECK_TIMEOUT_S' : 'SPATE_PLAN_CHECK_MEMORY_MB';
  const message = `The uploaded files cannot be checked within ${used}. Split the plan, move its data into separate files, or raise ${option}.`;
  return new AppError('plan_too_complex', message, [
    { code: 'plan_too_complex', message, field: 'run_files' },
  ]);
}

function isFailure(error: unknown): error is TaskFailure {
  return typeof error === 'object' && error !== null && 'isFailure' in error;
}
