import { setTimeout as sleep } from 'node:timers/promises';

export interface FileLock {
  release(): void;
}

/**
 * Locks a file, creating it if needed; undefined when it is already locked, by this or another process. Uses the lock of
 * SQLite, because Node.js has no file locks: the operating system releases it when the process ends, child processes do
 * not inherit it, and it works between containers on the same volume. The process must not open the file otherwise,
 * because closing it would release the lock.
 */
export function tryLock(path: string): FileLock | undefined {
  // Loaded on demand: older versions of Node.js print a warning.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
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

/** Waits for the lock until the signal aborts, then runs `work` while holding it. */
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
