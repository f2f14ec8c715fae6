import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../domain/errors.ts';

/**
 * Holds a data folder for one service. Node.js has no file locks of its own, but SQLite takes one from the operating
 * system: it cannot be held twice, also not from another container with the same volume, it goes away with the
 * process however that ends, and no pid is ever compared. Nothing else may open the file in this process, since closing
 * it would drop the lock.
 */
export function lockDataDir(dataDir: string): { release(): void } {
  const lock = new DatabaseSync(join(dataDir, 'service.lock'));
  try {
    lock.exec('pragma busy_timeout = 0; pragma journal_mode = off; begin exclusive');
  } catch (cause) {
    lock.close();
    if (!isBusy(cause)) throw cause;
    throw new AppError(
      'conflict',
      `Another service is using the data folder ${dataDir}. Stop it first, or give this one a folder of its own with SPATE_DATA_DIR.`,
      [],
      { cause },
    );
  }
  return { release: () => lock.close() };
}

const sqliteBusy = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}
