import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Replaces the file atomically and durably, with mode 0600: after a crash it has the old or the new content. */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const temporary = `${path}.new`;
  try {
    const file = await open(temporary, 'w', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
