import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The file holds either what it held before or all of `text`, whenever the machine stops. Readable by its owner only. */
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
