import { access, constants, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';

const inMemory = '/dev/shm';

/** A folder in memory that has so much space left, otherwise the temporary folder. */
export async function memoryFolder(freeBytes: number): Promise<string> {
  try {
    await access(inMemory, constants.W_OK);
    const { bavail, bsize } = await statfs(inMemory);
    return bavail * bsize >= freeBytes ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}
