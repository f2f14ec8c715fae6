import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { CliError } from '../cli-error.ts';

export interface RunFile {
  name: string;
  content: Blob;
}

/** Opens the files of a new run; they are read when they are sent. Throws CliError naming the first that cannot be used. */
export async function openRunFiles(paths: readonly string[]): Promise<RunFile[]> {
  if (paths.length === 0) {
    throw new CliError(
      'There is no plan to run.',
      'Name it, and the data files it reads: spate run plan.jmx data.csv',
    );
  }
  const files: RunFile[] = [];
  for (const path of paths) {
    await requireFile(path);
    const name = basename(path);
    if (files.some((file) => file.name === name)) {
      throw new CliError(
        `Two files are called ${name}.`,
        'All files of a run lie in one folder; rename one.',
      );
    }
    files.push({ name, content: await openAsBlob(path) });
  }
  return files;
}

async function requireFile(path: string): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
  if (typeof found === 'string') {
    const why = found === 'ENOENT' || found === 'ENOTDIR' ? 'There is no file' : `${found}:`;
    throw new CliError(`${why} ${path}.`, 'Give the plan and its data files as they lie here.');
  }
  if (found.isDirectory())
    throw new CliError(`${path} is a folder.`, 'Name the files in it, or send it as a .zip.');
}
