import { open } from 'node:fs/promises';

/** Puts the names in a folder on disk: a file that was made, moved or removed in it stays so after a crash. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
