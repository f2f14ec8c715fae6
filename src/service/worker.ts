/**
 * A worker thread of the service for tasks whose duration depends on user input, so that they do not block requests.
 * Inputs and results of the tasks are in tasks.ts.
 */
import { workerData } from 'node:worker_threads';
import { readJsonFile } from '../api/params/json-body.ts';
import { convertUpload } from '../converters/convert-upload.ts';
import { AppError } from '../domain/errors.ts';
import { clip } from '../lib/clip.ts';
import { serveTasks, type TaskResult } from '../lib/serve-tasks.ts';
import { createFileExaminer } from '../runs/examine-files.ts';
import { inspectArchive } from '../tools/unpack.ts';
import type { ServiceTask, ServiceWorkerData, TaskFailure } from './tasks.ts';

/** Limits of results that the service stores and returns. */
const answerLimits = { maxTextLength: 2_000, maxItems: 1_000, maxCharacters: 2 ** 20 };

const { childTimeoutMs } = workerData as ServiceWorkerData;
const examiner = createFileExaminer((file, isWanted, limits) =>
  inspectArchive(file.path, file.name, isWanted, { ...limits, timeoutMs: childTimeoutMs }),
);

serveTasks(async (message) => {
  try {
    return await handle(message as ServiceTask);
  } catch (error) {
    throw failureOf(error);
  }
});

async function handle(task: ServiceTask): Promise<TaskResult> {
  switch (task.kind) {
    case 'check':
      return { value: clip(await examiner.check(task.input), answerLimits) };
    case 'inspect':
      return { value: clip(await examiner.inspect(task.input), answerLimits) };
    case 'diff':
      return { value: await examiner.diff(task.before, task.after) };
    case 'run-file':
      return { value: await examiner.readRunFile(task.path, task.maxLabels) };
    case 'convert': {
      const json = await convertUpload(task.upload);
      return { value: json, transfer: [json.buffer] };
    }
    case 'json': {
      const body = await readJsonFile(task.path, task.roots);
      return { value: body, transfer: body.files.map(({ content }) => content.buffer as ArrayBuffer) };
    }
  }
}

/** Structured cloning does not keep the fields of an AppError. */
function failureOf(error: unknown): TaskFailure | unknown {
  if (error instanceof AppError) {
    const { code, message, details } = error;
    return {
      isFailure: true,
      ...clip({ code, message, details }, { ...answerLimits, maxTextLength: 20_000 }),
    };
  }
  const isTooDeep = error instanceof RangeError && /call stack/.test(error.message);
  return isTooDeep ? { isFailure: true, code: 'plan_too_complex', message: tooDeep, details: [] } : error;
}

const tooDeep =
  'The uploaded plan cannot be checked: its expressions or elements are nested too deeply. Nest them less deeply.';
