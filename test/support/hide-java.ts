import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/**
 * A PATH on which Java, and other programs by name, are as good as missing: what is found first cannot start, and says so by its exit code. Leaving
 * its folder out would not do, because programs are also looked for where systems usually have them.
 */
export async function hideJava(folder: string, ...others: string[]): Promise<string> {
  for (const name of ['java', 'javac', 'mvn', ...others])
    await writeFile(join(folder, name), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  return [folder, process.env.PATH].join(delimiter);
}
