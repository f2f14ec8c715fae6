import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError } from '../domain/errors.ts';
import { idFrom } from '../lib/id.ts';
import type { ArchiveFacts, DirectDownload, DirectUpload, StoredArchive } from '../protocol/agent-routes.ts';
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
  const file = await findFile(context, nodeId, executionId, fileId);
  return { sizeBytes: file.sizeBytes, open: () => context.files.open(file.storageKey) };
}

/** Where the node downloads a run file without the service; undefined: from the service. */
export async function directDownload(
  context: NodeFilesContext,
  nodeId: string,
  executionId: string,
  fileId: string,
): Promise<DirectDownload | undefined> {
  const { direct } = context.files;
  const file = await findFile(context, nodeId, executionId, fileId);
  return direct && { url: await direct.download(file.storageKey) };
}

/** How the node uploads an archive without the service, unless it is stored; undefined: to the service. */
export async function directUpload(
  context: NodeFilesContext,
  nodeId: string,
  executionId: string,
  archive: ArchiveFacts,
): Promise<DirectUpload | StoredArchive | undefined> {
  const { direct } = context.files;
  const execution = await findOwn(context, nodeId, executionId);
  if (await hasArchive(context.database, execution.id)) return { isStored: true };
  if (!direct || archive.sizeBytes > direct.maxUploadBytes) return undefined;
  const maxBytes = await restOfQuota(context, execution.runId);
  if (archive.sizeBytes > maxBytes) throw overQuota(context, execution.runId);
  return direct.upload(keyOfArchive(executionId, archive), archive);
}

/** Records an archive that the node has uploaded itself. Idempotent. */
export async function takeUploadedArchive(
  context: NodeFilesContext,
  nodeId: string,
  executionId: string,
  archive: ArchiveFacts,
): Promise<void> {
  const execution = await findOwn(context, nodeId, executionId);
  if (await hasArchive(context.database, execution.id)) return;
  const storageKey = keyOfArchive(executionId, archive);
  // The storage has verified the checksum.
  if ((await context.files.sizeOf(storageKey)) !== archive.sizeBytes)
    throw new AppError('conflict', `The storage does not have the archive of execution ${executionId}.`);
  await recordArchive(context.database, execution, archive.sizeBytes, storageKey);
}

/** The same key for repeated uploads. A node cannot name the file of another execution. */
function keyOfArchive(executionId: string, { sizeBytes, sha256 }: ArchiveFacts): string {
  return idFrom(createHash('sha256').update(`archive ${executionId} ${sizeBytes} ${sha256}`).digest());
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
  const isFirst = await recordArchive(database, execution, staged.sizeBytes, storageKey);
  if (!isFirst) await context.files.remove(storageKey);
}

/** False when the execution has another archive already. */
function recordArchive(
  database: Database,
  execution: ExecutionRecord,
  sizeBytes: number,
  storageKey: string,
): Promise<boolean> {
  return insertArchive(database, {
    key: randomBytes(24).toString('base64url').replaceAll(/[-_]/g, '0'),
    runId: execution.runId,
    executionId: execution.id,
    sizeBytes,
    storageKey,
  });
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
  const { minFreeDiskBytes: minFreeBytes } = context;
  const maxBytes = await restOfQuota(context, runId);
  return context.files.stage(body, { maxBytes, minFreeBytes }).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'too_large' ? overQuota(context, runId) : error;
  });
}

async function restOfQuota({ database, runDiskBytes }: NodeFilesContext, runId: string): Promise<number> {
  if (runDiskBytes === 0) return Number.MAX_SAFE_INTEGER;
  return Math.max(0, runDiskBytes - (await storedBytesOfRun(database, runId)));
}

function overQuota({ runDiskBytes }: NodeFilesContext, runId: string): AppError {
  return new AppError(
    'over_quota',
    `Run ${runId} exceeds its disk quota of ${Math.floor(runDiskBytes / 2 ** 20)} MB on the service (SPATE_RUN_DISK_MB).`,
  );
}

async function findFile(context: NodeFilesContext, nodeId: string, executionId: string, fileId: string) {
  const execution = await findOwn(context, nodeId, executionId);
  const files = (await runFiles(context.database, [execution.runId])).get(execution.runId) ?? [];
  const file = files.find((candidate) => candidate.id === fileId);
  if (!file) throw new AppError('not_found', `Execution ${executionId} has no file ${fileId}.`);
  return file;
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
