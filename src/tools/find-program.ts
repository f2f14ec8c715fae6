import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** The absolute path of a program on the PATH, or undefined. */
export async function findProgram(name: string, path = process.env.PATH ?? ''): Promise<string | undefined> {
  const folders = [...path.split(delimiter), '/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'];
  for (const folder of folders.filter((candidate) => candidate.startsWith('/'))) {
    const candidate = join(folder, name);
    try {
      await access(candidate, constants.X_OK);
      return candidate;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}
