import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError } from '../domain/errors.ts';
import { insertArchive } from '../store/archives.ts';
import { type ExecutionRecord, findExecution } from '../store/executions.ts';
import { runFiles } from '../store/runs.ts';
import type { RunContext } from './run-context.ts';
import type { StoredFile } from './runs.ts';

/** A run file for the node that executes the run; for other nodes it does not exist. */
export async function openFileForNode(
  context: RunContext,
  nodeId: string,
  executionId: string,
  fileId: string,
): Promise<StoredFile> {
  const execution = await findOwn(context, nodeId, executionId);
  const files = (await runFiles(context.grids.database, [execution.runId])).get(execution.runId) ?? [];
  const file = files.find((candidate) => candidate.id === fileId);
  if (!file) throw new AppError('not_found', `Execution ${executionId} has no file ${fileId}.`);
  return { name: file.name, path: context.files.path(file.storageKey), sizeBytes: file.sizeBytes };
}

/** Keeps the archive of an execution. Sent twice, the first one stays. */
export async function takeArchive(
  context: RunContext,
  nodeId: string,
  input: { executionId: string; sha256: string; body: Readable },
): Promise<void> {
  const execution = await findOwn(context, nodeId, input.executionId);
  const staged = await context.files.stage(input.body, { maxBytes: Number.MAX_SAFE_INTEGER });
  if (staged.sha256 !== input.sha256) {
    await context.files.discard(staged.path);
    throw new AppError(
      'malformed',
      `The archive of execution ${input.executionId} did not arrive whole. Send it again.`,
    );
  }
  const storageKey = await context.files.keep(staged.path);
  const isFirst = await insertArchive(context.grids.database, {
    key: randomBytes(24).toString('base64url').replaceAll(/[-_]/g, '0'),
    runId: execution.runId,
    executionId: execution.id,
    sizeBytes: staged.sizeBytes,
    storageKey,
  });
  if (!isFirst) await context.files.remove(storageKey);
}

async function findOwn(context: RunContext, nodeId: string, executionId: string): Promise<ExecutionRecord> {
  const execution = await findExecution(context.grids.database, executionId);
  if (!execution || execution.nodeId !== nodeId) {
    throw new AppError('not_found', `This node has no execution ${executionId}.`);
  }
  return execution;
}
