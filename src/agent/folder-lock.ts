import { join } from 'node:path';
import { AppError } from '../domain/errors.ts';
import { type FileLock, tryLock } from '../lib/file-lock.ts';

export const lockFileName = 'lock';

/** Locks the folder for this process. */
export function lockFolder(folder: string): FileLock {
  const lock = tryLock(join(folder, lockFileName));
  if (lock) return lock;
  throw new AppError(
    'conflict',
    `Another agent is running in ${folder}. Start this one with a different folder.`,
  );
}
