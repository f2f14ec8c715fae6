import { join } from 'node:path';
import { AppError } from '../domain/errors.ts';
import { type FileLock, tryLock } from '../lib/file-lock.ts';

export const lockFileName = 'lock';

/** Makes sure that one process works in this folder. */
export function lockFolder(folder: string): FileLock {
  const lock = tryLock(join(folder, lockFileName));
  if (lock) return lock;
  throw new AppError('conflict', `Another agent works in ${folder}. Give this one a folder of its own.`);
}
