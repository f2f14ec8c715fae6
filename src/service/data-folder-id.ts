import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../lib/id.ts';

/** Identifies a data folder, also after it was moved or restored; created at the first start. */
export async function dataFolderId(dataDir: string): Promise<string> {
  const path = join(dataDir, 'id');
  const read = () => readFile(path, 'utf8').then((text) => text.trim());
  try {
    return await read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  // Linked into place, so that the first of concurrent services wins.
  const draft = `${path}.${newId()}`;
  try {
    await writeFile(draft, `${newId()}\n`, { mode: 0o600, flag: 'wx', flush: true });
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return read();
}
