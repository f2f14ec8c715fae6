import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { packageFile } from '../src/lib/package-files.ts';

/** Copies a file or folder of the repository to the same path below `folder`, without the output of Maven. */
export async function copyFile(path: string, folder: string): Promise<void> {
  const to = join(folder, path);
  await mkdir(dirname(to), { recursive: true });
  await cp(packageFile(path), to, { recursive: true, filter: (from) => !/\/target(\/|$)/.test(from) });
}
