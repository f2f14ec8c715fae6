import { rm, stat } from 'node:fs/promises';
import type { ArchiveSource } from '../archive/archive-stream.ts';
import { type Archive, makeArchive } from '../archive/make-archive.ts';
import { uploadArchive } from '../archive/upload-archive.ts';
import type { ExecutionContext } from './execution-context.ts';

/** Uploads the archive and waits until the service has acknowledged every frame. */
export async function deliver(context: ExecutionContext): Promise<void> {
  if (!context.record.isArchiveUp) {
    context.reportProgress('Uploading the archive');
    await sendArchive(context);
    await context.save({ isArchiveUp: true });
  }
  await rm(context.workspace.archive, { force: true });
  context.reportProgress(null);
  await context.errorSamples.send();
  while (!context.sender.isAllAcked) {
    await context.sender.stored.wait(undefined, context.signal);
    // Again after a reconnection.
    await context.errorSamples.send();
  }
  await context.save({ step: 'rest' });
}

/**
 * Waits a while for disk space of the service. If the service rejects the archive as too large, or still has no space,
 * uploads one with the frames only. If that is rejected too, the run ends without an archive; its metrics are stored already.
 */
async function sendArchive(context: ExecutionContext): Promise<void> {
  const { address, authorization, storage } = context.node;
  const { executionId, maxResultsInArchiveBytes, hasDirectStorage = false } = context.record.spec;
  const fullDiskDeadlineMs = performance.now() + context.node.fullDiskTimeoutMs;
  const onDiskFull = () =>
    context.reportProgress('Uploading the archive: waiting for disk space of the service');
  let why = '';
  for (const maxFileBytes of [maxResultsInArchiveBytes, 0]) {
    const archive = await archiveOf(context, maxFileBytes);
    const { log, signal } = context;
    const end = await uploadArchive({
      ...{ address, authorization, executionId, hasDirectStorage, storage, archive },
      ...{ log, signal, fullDiskDeadlineMs, onDiskFull },
    });
    if (end === 'stored') return;
    ({ why } = end);
    log.warn({ sizeBytes: archive.sizeBytes, why }, 'archive.refused');
  }
  const sentence = `The service did not store the archive of this node. ${why}`.trim();
  await context.save(({ errors }) => ({ errors: [...errors, sentence] }));
}

async function archiveOf(context: ExecutionContext, maxFileBytes: number): Promise<Archive> {
  const { workspace, spool, signal } = context;
  const { mtimeMs } = await stat(workspace.spool);
  const source: ArchiveSource = {
    folders: workspace,
    root: workspace.root,
    toolFiles: await context.tool.archiveFiles(context.toolExecution(signal)),
    frames: () => spool.frames(),
    maxFileBytes,
    endedAtMs: mtimeMs,
    masker: context.masker,
  };
  return makeArchive(source, workspace.archive, signal);
}

/** Everything is delivered: waits for `forget`. */
export async function rest(context: ExecutionContext): Promise<void> {
  for (;;) await context.desired.changed.wait(undefined, context.signal);
}
