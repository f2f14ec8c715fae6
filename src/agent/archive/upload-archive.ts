import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../lib/log.ts';
import { archiveRoute, sha256Header } from '../../protocol/agent-routes.ts';
import { Backoff } from '../backoff.ts';
import { callService, RefusedError, type ServiceAddress } from '../service-client.ts';
import type { Archive } from './make-archive.ts';

export interface UploadOptions {
  address: ServiceAddress;
  authorization: string;
  executionId: string;
  archive: Archive;
  log: Log;
  signal: AbortSignal;
}

/** The service rejected the archive as too large (413) or has no disk space (507). */
export interface ArchiveRefused {
  why: string;
}

/** Uploads the archive, with retries, until the service stores it or rejects its size. */
export async function uploadArchive(options: UploadOptions): Promise<'stored' | ArchiveRefused> {
  const { archive, log, signal } = options;
  const backoff = new Backoff(500, 30_000);
  for (;;) {
    try {
      const response = await callService(options.address, {
        method: 'PUT',
        path: archiveRoute(options.executionId),
        headers: {
          authorization: options.authorization,
          'content-type': 'application/gzip',
          [sha256Header]: archive.sha256,
        },
        body: { stream: archive.open(), sizeBytes: archive.sizeBytes },
        signal,
      });
      response.resume();
      return 'stored';
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof RefusedError && (error.status === 413 || error.status === 507))
        return { why: error.reason };
      log.warn({ err: error }, 'archive.upload.failed');
      await sleep(backoff.nextMs(), undefined, { signal });
    }
  }
}
