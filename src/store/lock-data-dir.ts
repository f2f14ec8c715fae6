import { join } from 'node:path';
import { AppError } from '../domain/errors.ts';
import { type FileLock, tryLock } from '../lib/file-lock.ts';

/** Locks the data folder for this service. */
export function lockDataDir(dataDir: string): FileLock {
  const lock = tryLock(join(dataDir, 'service.lock'));
  if (lock) return lock;
  throw new AppError(
    'conflict',
    `Another service is using the data folder ${dataDir}. Stop it first, or set SPATE_DATA_DIR to another folder.`,
  );
}
