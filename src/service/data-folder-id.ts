import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createOnce } from '../lib/create-once.ts';
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
  await createOnce(path, `${newId()}\n`);
  return read();
}
