import { open } from 'node:fs/promises';

/** Makes created, renamed and removed entries of a folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
