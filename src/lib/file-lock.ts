import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

export interface FileLock {
  release(): void;
}

/**
 * Takes the lock on a file, which is made if need be; undefined when somebody has it, in this process or another. Node.js
 * has no file locks of its own, but SQLite takes one from the operating system: it cannot be held twice, also not from
 * another container with the same volume, it goes away with the process however that ends, no child inherits it, and no
 * pid is ever compared. Nothing else may open the file in this process, since closing it would drop the lock.
 */
export function tryLock(path: string): FileLock | undefined {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('pragma journal_mode = off; begin exclusive');
  } catch (error) {
    database.close();
    if (!isBusy(error)) throw error;
    return undefined;
  }
  return { release: () => database.close() };
}

/** Runs `work` while holding the lock, and waits for whoever holds it now until the signal aborts. */
export async function withLock<T>(path: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let lock = tryLock(path);
  while (!lock) {
    await sleep(50, undefined, { signal });
    lock = tryLock(path);
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}

const sqliteBusy = 5;

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
}
