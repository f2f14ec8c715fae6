import type { FileStore } from '../store/file-store.ts';

export interface LocalCopies extends AsyncDisposable {
  /** Path of the file on this machine. */
  pathOf(storageKey: string): Promise<string>;
}

/** Stored files for plan checks, which read local files. Copies of files that are elsewhere are removed afterwards. */
export function localCopies(files: FileStore): LocalCopies {
  const copies: string[] = [];
  return {
    async pathOf(storageKey) {
      const own = files.localPath(storageKey);
      if (own !== undefined) return own;
      const { path } = await files.stage(await files.open(storageKey), { maxBytes: Number.MAX_SAFE_INTEGER });
      copies.push(path);
      return path;
    },
    async [Symbol.asyncDispose]() {
      for (const path of copies) await files.discard(path);
    },
  };
}
