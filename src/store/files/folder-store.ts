import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isId, newId } from '../../lib/id.ts';
import { syncFolder } from '../../lib/sync-folder.ts';
import type { FileStore } from '../file-store.ts';
import { freeBytesOf, isOlder, openStaging } from './staging.ts';
import { checkStorageKey, missingFile } from './storage-key.ts';

/** Folder of uploads that are not assigned to a run yet. */
export function stagingFolder(dataDir: string): string {
  return join(dataDir, 'files', 'staged');
}

/** Folder of the stored files. */
export function keptFolder(dataDir: string): string {
  return join(dataDir, 'files', 'kept');
}

/** Opens the store in `<data folder>/files`. */
export async function openFolderStore(dataDir: string): Promise<FileStore> {
  const staging = await openStaging(stagingFolder(dataDir));
  const kept = keptFolder(dataDir);
  await mkdir(kept, { recursive: true, mode: 0o700 });

  const pathOf = (storageKey: string) => keptPath(dataDir, storageKey);

  return {
    stage: staging.stage,
    discard: staging.discard,

    async keep(staged) {
      const storageKey = newId();
      const path = pathOf(storageKey);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(staging.pathOf(staged.path), path);
      await syncFolder(dirname(path));
      await syncFolder(kept);
      return storageKey;
    },

    async sizeOf(storageKey) {
      return (await folderFile(dataDir, storageKey))?.sizeBytes;
    },

    async open(storageKey, range) {
      // Opened here, so that a missing file is an error of this call and not of the stream.
      const file = await open(pathOf(storageKey)).catch((error: unknown) => {
        throw isMissing(error) ? missingFile(error) : error;
      });
      return file.createReadStream({ ...range });
    },

    localPath: pathOf,
    remove: async (storageKey) => rm(pathOf(storageKey), { force: true }),
    freeBytes: () => freeBytesOf(kept),
    sweepUnfinished: (olderThan) => staging.sweep(olderThan),

    async *keysBefore(olderThan) {
      for (const folder of (await readdir(kept)).sort()) {
        for (const name of (await readdir(join(kept, folder))).sort()) {
          if (isId(name) && (await isOlder(pathOf(name), olderThan))) yield name;
        }
      }
    },

    close() {},
  };
}

/** A stored file; undefined when it does not exist. */
export async function folderFile(
  dataDir: string,
  storageKey: string,
): Promise<{ path: string; sizeBytes: number } | undefined> {
  const path = keptPath(dataDir, storageKey);
  try {
    return { path, sizeBytes: (await stat(path)).size };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function keptPath(dataDir: string, storageKey: string): string {
  const key = checkStorageKey(storageKey);
  return join(keptFolder(dataDir), key.slice(0, 2), key);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
