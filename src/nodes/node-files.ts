import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError } from '../domain/errors.ts';
import { hasArchive, insertArchive, storedBytesOfRun } from '../store/archives.ts';
import type { Database } from '../store/database.ts';
import { type ExecutionRecord, findExecution } from '../store/executions.ts';
import type { FileStore, Staged } from '../store/file-store.ts';
import { runFiles } from '../store/runs.ts';

export interface NodeFilesContext {
  database: Database;
  files: FileStore;
  minFreeDiskBytes: number;
  /** Disk quota of the uploads and archives of one run; 0: no limit. */
  runDiskBytes: number;
}

/** Opens a run file for a node of the run; not_found for other nodes. */
export async function openFileForNode(
  context: NodeFilesContext,
  nodeId: string,
  executionId: string,
  fileId: string,
): Promise<{ sizeBytes: number; open(): Promise<Readable> }> {
  const execution = await findOwn(context, nodeId, executionId);
  const files = (await runFiles(context.database, [execution.runId])).get(execution.runId) ?? [];
  const file = files.find((candidate) => candidate.id === fileId);
  if (!file) throw new AppError('not_found', `Execution ${executionId} has no file ${fileId}.`);
  return { sizeBytes: file.sizeBytes, open: () => context.files.open(file.storageKey) };
}

/** Stores the archive of an execution. Idempotent: the first one is kept. */
export async function takeArchive(
  context: NodeFilesContext,
  nodeId: string,
  input: { executionId: string; sha256: string; body: Readable },
): Promise<void> {
  const execution = await findOwn(context, nodeId, input.executionId);
  const { database } = context;
  if (await hasArchive(database, execution.id)) {
    input.body.resume();
    return;
  }
  const staged = await stageWithinQuota(context, execution.runId, input.body);
  const storageKey = await keepVerified(context, staged, input).finally(() =>
    context.files.discard(staged.path),
  );
  const isFirst = await insertArchive(database, {
    key: randomBytes(24).toString('base64url').replaceAll(/[-_]/g, '0'),
    runId: execution.runId,
    executionId: execution.id,
    sizeBytes: staged.sizeBytes,
    storageKey,
  });
  if (!isFirst) await context.files.remove(storageKey);
}

async function keepVerified(
  { files }: NodeFilesContext,
  staged: Staged,
  { executionId, sha256 }: { executionId: string; sha256: string },
): Promise<string> {
  if (staged.sha256 === sha256) return files.keep(staged);
  throw new AppError(
    'malformed',
    `The archive of execution ${executionId} does not match its checksum. Upload it again.`,
  );
}

/** The quota is approximate, because archives of several nodes may be uploaded concurrently. */
async function stageWithinQuota(context: NodeFilesContext, runId: string, body: Readable): Promise<Staged> {
  const { minFreeDiskBytes: minFreeBytes, runDiskBytes } = context;
  if (runDiskBytes === 0)
    return context.files.stage(body, { maxBytes: Number.MAX_SAFE_INTEGER, minFreeBytes });
  const usedBytes = await storedBytesOfRun(context.database, runId);
  const maxBytes = Math.max(0, runDiskBytes - usedBytes);
  return context.files.stage(body, { maxBytes, minFreeBytes }).catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'too_large') throw error;
    throw new AppError(
      'over_quota',
      `Run ${runId} exceeds its disk quota of ${Math.floor(runDiskBytes / 2 ** 20)} MB on the service (SPATE_RUN_DISK_MB).`,
    );
  });
}

async function findOwn(
  context: NodeFilesContext,
  nodeId: string,
  executionId: string,
): Promise<ExecutionRecord> {
  const execution = await findExecution(context.database, executionId);
  if (!execution || execution.nodeId !== nodeId) {
    throw new AppError('not_found', `This node has no execution ${executionId}.`);
  }
  return execution;
}
