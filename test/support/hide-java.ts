import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/**
 * A PATH that hides Java, and other programs by name, behind programs that fail. Removing their folder is not sufficient,
 * because programs are also searched in the usual system folders.
 */
export async function hideJava(folder: string, ...others: string[]): Promise<string> {
  for (const name of ['java', 'javac', 'mvn', ...others])
    await writeFile(join(folder, name), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  return [folder, process.env.PATH].join(delimiter);
}
