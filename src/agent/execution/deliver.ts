import { rm, stat } from 'node:fs/promises';
import type { ArchiveSource } from '../archive/archive-stream.ts';
import { type Archive, makeArchive } from '../archive/make-archive.ts';
import { uploadArchive } from '../archive/upload-archive.ts';
import type { Life } from './life.ts';

/** Sends the archive and waits until the service has every frame. */
export async function deliver(life: Life): Promise<void> {
  if (!life.record.isArchiveUp) {
    life.say('Sending the archive');
    await sendArchive(life);
    await life.save({ isArchiveUp: true });
  }
  await rm(life.workspace.archive, { force: true });
  life.say(null);
  while (!life.sender.isAllAcked) await life.sender.stored.wait(undefined, life.signal);
  await life.save({ step: 'rest' });
}

/**
 * One that the service finds too large is made again with nothing but the frames. If it has no room for those either, the
 * run ends without it: its figures are in already.
 */
async function sendArchive(life: Life): Promise<void> {
  const { address, authorization } = life.node;
  const { executionId, maxResultsInArchiveBytes } = life.record.spec;
  let why = '';
  for (const maxFileBytes of [maxResultsInArchiveBytes, 0]) {
    const archive = await archiveOf(life, maxFileBytes);
    const { log, signal } = life;
    const end = await uploadArchive({ address, authorization, executionId, archive, log, signal });
    if (end === 'stored') return;
    ({ why } = end);
    log.warn({ sizeBytes: archive.sizeBytes, why }, 'archive.refused');
  }
  const sentence = `The service has not kept the archive of this node. ${why}`.trim();
  await life.save({ errors: [...life.record.errors, sentence] });
}

async function archiveOf(life: Life, maxFileBytes: number): Promise<Archive> {
  const { workspace, spool, signal } = life;
  const { mtimeMs } = await stat(workspace.spool);
  const source: ArchiveSource = {
    folders: workspace,
    root: workspace.root,
    toolFiles: await life.tool.archiveFiles(life.toolExecution(signal)),
    frames: () => spool.frames(),
    maxFileBytes,
    endedAtMs: mtimeMs,
  };
  return makeArchive(source, workspace.archive, signal);
}

/** Everything is in: waits to be forgotten. */
export async function rest(life: Life): Promise<void> {
  for (;;) await life.wishes.changed.wait(undefined, life.signal);
}
