import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../domain/errors.ts';
import { isId, newId } from '../../lib/id.ts';
import type { FileStore } from '../file-store.ts';

export interface Staging extends Pick<FileStore, 'stage' | 'discard'> {
  /** Throws unless the path is that of a staged file. */
  pathOf(stagedPath: string): string;
  /** Deletes staged files older than this; returns their number. */
  sweep(olderThan: Date): Promise<number>;
}

/** Uploads on the local disk that are not assigned to a run yet. */
export async function openStaging(folder: string): Promise<Staging> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const pathOf = (path: string): string => {
    const isInside = dirname(path) === folder && isId(basename(path));
    if (!isInside) throw new Error(`${path} is not a staged file`);
    return path;
  };

  return {
    pathOf,

    async stage(stream, { maxBytes, minFreeBytes }) {
      const path = join(folder, newId());
      const hash = createHash('sha256');
      let sizeBytes = 0;
      let lookAtBytes = 0;
      const measure = async function* (chunks: AsyncIterable<Buffer | string>) {
        for await (const chunk of chunks) {
          const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
          sizeBytes += bytes.length;
          if (sizeBytes > maxBytes) throw tooLarge(maxBytes);
          if (minFreeBytes !== undefined && sizeBytes >= lookAtBytes) {
            lookAtBytes = sizeBytes + lookEveryBytes;
            const freeBytes = await freeBytesOf(folder);
            if (freeBytes < minFreeBytes) throw diskFull(freeBytes, minFreeBytes);
          }
          hash.update(bytes);
          yield bytes;
        }
      };
      const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
      try {
        await pipeline(stream, measure, file);
      } catch (error) {
        // Wait for a pending open, which would create the file again after its removal.
        if (!file.closed) await new Promise((resolve) => file.once('close', resolve));
        await rm(path, { force: true });
        throw isOutOfSpace(error) ? diskFull(0, minFreeBytes ?? 0, error) : error;
      }
      return { path, sizeBytes, sha256: hash.digest('hex') };
    },

    discard: async (stagedPath) => rm(pathOf(stagedPath), { force: true }),

    async sweep(olderThan) {
      let count = 0;
      for (const name of await readdir(folder)) {
        const path = join(folder, name);
        if (!(await isOlder(path, olderThan))) continue;
        await rm(path, { force: true });
        count++;
      }
      return count;
    },
  };
}

/** Bytes written between two checks of the free space. */
const lookEveryBytes = 8 * 2 ** 20;

/** Free space for unprivileged users. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

export async function isOlder(path: string, moment: Date): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.ctime < moment,
    () => false,
  );
}

function isOutOfSpace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

function diskFull(freeBytes: number, minFreeBytes: number, cause?: unknown): AppError {
  const mb = (bytes: number) => Math.floor(bytes / (1 << 20));
  return new AppError(
    'disk_full',
    `The upload does not fit: the disk of the service has ${mb(freeBytes)} MB free, of which ${mb(minFreeBytes)} MB are reserved. Free disk space, or shorten the retention.`,
    [],
    { cause },
  );
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('too_large', `The file exceeds the upload limit of ${maxBytes} bytes.`);
}
