import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../domain/errors.ts';

export interface FolderLock {
  release(): void;
}

export const lockFileName = 'lock';

/**
 * Makes sure that one process works in this folder. The lock is the operating system's, held through SQLite because
 * Node.js has no call for it: it goes with the process however that ends, and is not inherited by tools.
 */
export function lockFolder(folder: string): FolderLock {
  const database = new DatabaseSync(join(folder, lockFileName), { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!(error instanceof Error && 'errcode' in error && error.errcode === 5)) throw error;
    throw new AppError('conflict', `Another agent works in ${folder}. Give this one a folder of its own.`);
  }
  return { release: () => database.close() };
}
