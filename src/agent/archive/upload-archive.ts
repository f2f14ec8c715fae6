import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../lib/log.ts';
import { archiveRoute, sha256Header } from '../../protocol/agent-routes.ts';
import { Backoff } from '../backoff.ts';
import { type DirectOptions, uploadDirectly } from '../direct-transfer.ts';
import { callService, RefusedError } from '../service-client.ts';
import type { Archive } from './make-archive.ts';

export interface UploadOptions extends DirectOptions {
  archive: Archive;
  log: Log;
  /** Until then (`performance.now()`), a full disk of the service is retried instead of reported. */
  fullDiskDeadlineMs: number;
  onDiskFull: () => void;
}

/** The service rejected the archive as too large (413) or has no disk space (507). */
export interface ArchiveRefused {
  why: string;
}

/** Uploads the archive, with retries, until the service stores it, rejects its size, or has had no disk space for too long. */
export async function uploadArchive(options: UploadOptions): Promise<'stored' | ArchiveRefused> {
  const { log, signal } = options;
  const backoff = new Backoff(500, 30_000);
  for (;;) {
    try {
      if (!(await tryDirectly(options))) await uploadToService(options);
      return 'stored';
    } catch (error) {
      signal.throwIfAborted();
      if (isRefusedSize(error)) {
        const isDiskFull = error.status === 507;
        if (!isDiskFull || performance.now() >= options.fullDiskDeadlineMs) return { why: error.reason };
        options.onDiskFull();
      }
      log.warn({ err: error }, 'archive.upload.failed');
      await sleep(backoff.nextMs(), undefined, { signal });
    }
  }
}

/**
 * Uploads to storage directly; false when the archive must go through the service. Throws rejections that apply to
 * both.
 */
async function tryDirectly(options: UploadOptions): Promise<boolean> {
  try {
    return await uploadDirectly(options, options.archive);
  } catch (error) {
    options.signal.throwIfAborted();
    if (isRefusedSize(error)) throw error;
    options.log.warn({ err: error }, 'archive.direct-upload.failed');
    return false;
  }
}

async function uploadToService({
  address,
  authorization,
  executionId,
  archive,
  signal,
}: UploadOptions): Promise<void> {
  const response = await callService(address, {
    method: 'PUT',
    path: archiveRoute(executionId),
    headers: { authorization, 'content-type': 'application/gzip', [sha256Header]: archive.sha256 },
    body: { stream: archive.open(), sizeBytes: archive.sizeBytes },
    signal,
  });
  response.resume();
}

function isRefusedSize(error: unknown): error is RefusedError {
  return error instanceof RefusedError && (error.status === 413 || error.status === 507);
}
