import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { CliError } from '../cli-error.ts';

export interface RunFile {
  name: string;
  content: Blob;
}

/** Opens the files of a new run; their content is read during the upload. Throws CliError for the first unusable file. */
export async function openRunFiles(paths: readonly string[]): Promise<RunFile[]> {
  if (paths.length === 0) {
    throw new CliError(
      'The plan is missing.',
      'Usage: spate run <plan> [<data file> …], for example: spate run plan.jmx data.csv',
    );
  }
  const files: RunFile[] = [];
  for (const path of paths) {
    await requireFile(path);
    const name = basename(path);
    if (files.some((file) => file.name === name)) {
      throw new CliError(
        `Two files are named ${name}.`,
        'All files of a run are in one folder. Rename one of them.',
      );
    }
    files.push({ name, content: await openAsBlob(path) });
  }
  return files;
}

async function requireFile(path: string): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
  if (typeof found === 'string') {
    const why = found === 'ENOENT' || found === 'ENOTDIR' ? 'File not found' : found;
    throw new CliError(`${why}: ${path}.`, 'Give the paths of the plan and its data files.');
  }
  if (found.isDirectory())
    throw new CliError(`${path} is a folder.`, 'Give the files in it, or a .zip file.');
}
