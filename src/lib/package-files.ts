import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * The folder of package.json: the repository, or a release. A release has the same folders, with each program bundled
 * into one file and its chunks.
 */
export const packageRoot = findRoot(import.meta.dirname);

export const isRelease = !import.meta.filename.endsWith('.ts');

/** Absolute path of a file or folder of the package. */
export function packageFile(path: string): string {
  return join(packageRoot, path);
}

/** Path of a program, relative to the package; `program` is its path in the repository without the extension. */
export function programFile(program: `src/${string}`): string {
  return `${program}${isRelease ? '.mjs' : '.ts'}`;
}

/** Absolute path of a program. */
export function programPath(program: `src/${string}`): string {
  return packageFile(programFile(program));
}

export async function readPackageVersion(): Promise<string> {
  const text = await readFile(packageFile('package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('The package.json of Spate is missing. Install Spate again.');
  return findRoot(parent);
}
