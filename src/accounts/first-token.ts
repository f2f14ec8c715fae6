import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newToken } from './new-token.ts';

/** Token of the first user: the given one, or the one in the data folder, which is created at the first start. */
export async function firstToken(dataDir: string, given: string | null): Promise<string> {
  if (given !== null) return given;
  const path = join(dataDir, 'token');
  try {
    const kept = (await readFile(path, 'utf8')).trim();
    if (kept !== '') return kept;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const token = newToken();
  await writeFile(`${path}.new`, `${token}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
  return token;
}
