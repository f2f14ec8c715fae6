import type { FileStore } from '../store/file-store.ts';

export interface LocalCopies extends AsyncDisposable {
  /** Path of the file on this machine. */
  pathOf(storageKey: string): Promise<string>;
  withPaths<File extends { storageKey: string }>(
    stored: readonly File[],
  ): Promise<(File & { path: string })[]>;
}

/** Stored files for plan checks, which read local files. Copies of files that are elsewhere are removed afterwards. */
export function localCopies(files: FileStore): LocalCopies {
  const copies: string[] = [];
  async function pathOf(storageKey: string): Promise<string> {
    const own = files.localPath(storageKey);
    if (own !== undefined) return own;
    const { path } = await files.stage(await files.open(storageKey), { maxBytes: Number.MAX_SAFE_INTEGER });
    copies.push(path);
    return path;
  }
  return {
    pathOf,
    async withPaths(stored) {
      const found = [];
      for (const file of stored) found.push({ ...file, path: await pathOf(file.storageKey) });
      return found;
    },
    async [Symbol.asyncDispose]() {
      for (const path of copies) await files.discard(path);
    },
  };
}
