import { access, constants, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isFullSuite } from './suite.ts';

const inMemory = '/dev/shm';

/**
 * A folder in memory that has so much space left, otherwise the temporary folder. The full suite has databases and files
 * of gigabytes, so it gets the temporary folder.
 */
export async function memoryFolder(freeBytes: number): Promise<string> {
  if (isFullSuite()) return tmpdir();
  try {
    await access(inMemory, constants.W_OK);
    const { bavail, bsize } = await statfs(inMemory);
    return bavail * bsize >= freeBytes ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}
