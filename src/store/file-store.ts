import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../domain/errors.ts';
import { isId, newId } from '../lib/id.ts';
import { syncFolder } from '../lib/sync-folder.ts';

/** An uploaded file on disk without an owner. */
export interface Staged {
  path: string;
  sizeBytes: number;
  sha256: string;
}

export interface StageLimits {
  maxBytes: number;
  /** Throws disk_full when less than this would remain free. */
  minFreeBytes?: number;
}

/** Files in the data folder. Results of `stage` and `keep` are durable. */
export interface FileStore {
  /** Writes a stream to disk. Above a limit, it stops reading, removes the file and throws too_large or disk_full. */
  stage(stream: Readable, limits: StageLimits): Promise<Staged>;
  /** Moves a staged file into the store; returns its random key. */
  keep(stagedPath: string): Promise<string>;
  path(storageKey: string): string;
  /** No effect when the file does not exist. */
  remove(storageKey: string): Promise<void>;
  discard(stagedPath: string): Promise<void>;
  /** Free space for unprivileged users. */
  freeBytes(): Promise<number>;
  /** Deletes staged files older than this; returns their number. */
  sweepStaged(olderThan: Date): Promise<number>;
  /** Keys of all stored files older than this. */
  keysBefore(olderThan: Date): AsyncGenerator<string>;
}

/** Opens the store in `<data folder>/files`. */
export async function openFileStore(dataDir: string): Promise<FileStore> {
  const stagedFolder = join(dataDir, 'files', 'staged');
  const keptFolder = join(dataDir, 'files', 'kept');
  await mkdir(stagedFolder, { recursive: true, mode: 0o700 });
  await mkdir(keptFolder, { recursive: true, mode: 0o700 });

  const stagedPathOf = (path: string): string => {
    const isInside = dirname(path) === stagedFolder && isId(basename(path));
    if (!isInside) throw new Error(`${path} is not a staged file`);
    return path;
  };
  const pathOf = (storageKey: string): string => {
    if (!isId(storageKey)) throw new Error(`${JSON.stringify(storageKey)} is not a storage key`);
    return join(keptFolder, storageKey.slice(0, 2), storageKey);
  };

  return {
    async stage(stream, { maxBytes, minFreeBytes }) {
      const path = join(stagedFolder, newId());
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
            const freeBytes = await freeBytesOf(keptFolder);
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

    async keep(stagedPath) {
      const storageKey = newId();
      const path = pathOf(storageKey);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(stagedPathOf(stagedPath), path);
      await syncFolder(dirname(path));
      await syncFolder(keptFolder);
      return storageKey;
    },

    path: pathOf,
    remove: (storageKey) => rm(pathOf(storageKey), { force: true }),
    discard: (stagedPath) => rm(stagedPathOf(stagedPath), { force: true }),

    freeBytes: () => freeBytesOf(keptFolder),

    async sweepStaged(olderThan) {
      let count = 0;
      for (const name of await readdir(stagedFolder)) {
        const path = join(stagedFolder, name);
        if (!(await isOlder(path, olderThan))) continue;
        await rm(path, { force: true });
        count++;
      }
      return count;
    },

    async *keysBefore(olderThan) {
      for (const folder of (await readdir(keptFolder)).sort()) {
        for (const name of (await readdir(join(keptFolder, folder))).sort()) {
          if (isId(name) && (await isOlder(pathOf(name), olderThan))) yield name;
        }
      }
    },
  };
}

/** Bytes written between two checks of the free space. */
const lookEveryBytes = 8 * 2 ** 20;

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
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

async function isOlder(path: string, moment: Date): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.ctime < moment,
    () => false,
  );
}
