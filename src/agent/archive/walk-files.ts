import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A file below a folder, with its name relative to that folder. */
export interface FoundFile {
  name: string;
  path: string;
  /** Why it cannot be read; undefined for a regular file. */
  problem?: string;
}

/** All files below a folder, sorted by name. Links and special files are reported with a problem, not followed. */
export async function* walkFiles(folder: string, prefix = ''): AsyncGenerator<FoundFile> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const problem = code === 'ENAMETOOLONG' ? 'its path is too long' : 'the folder cannot be read';
    if (prefix !== '') yield { name: prefix, path: folder, problem };
    else if (code !== 'ENOENT') throw error;
    return;
  }
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const name = prefix + entry.name;
    if (entry.isDirectory()) yield* walkFiles(path, `${name}/`);
    else if (entry.isFile()) yield { name, path };
    else yield { name, path, problem: entry.isSymbolicLink() ? 'it is a link' : 'it is not a regular file' };
  }
}
