import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { chmod, readdir, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** With a name of 255 bytes more a path is still within the 4096 that Linux takes. */
const longestPathBytes = 3500;

/**
 * Removes a folder with all in it, also when a script has taken the right to do so away or has nested folders deeper
 * than a path can say. Follows no link.
 */
export async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch {
    await dismantle(path);
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Empties a folder, one entry at a time. What lies too deep is first moved up into the folder itself. */
async function dismantle(root: string): Promise<void> {
  await chmod(root, 0o700).catch(() => {});
  for (const tops = [root]; tops.length > 0; ) {
    const top = tops.pop() ?? root;
    const folders = [top];
    // The list grows while it is gone through: parents always come before what is in them.
    for (const folder of folders) {
      for (const entry of await entriesOf(folder)) {
        const path = join(folder, entry.name);
        if (!entry.isDirectory()) {
          await unlink(path).catch(() => {});
          continue;
        }
        await chmod(path, 0o700).catch(() => {});
        if (Buffer.byteLength(path) < longestPathBytes) {
          folders.push(path);
          continue;
        }
        const moved = join(root, `deep-${randomUUID()}`);
        await rename(path, moved).then(
          () => tops.push(moved),
          () => {},
        );
      }
    }
    for (const folder of folders.reverse()) if (folder !== root) await rmdir(folder).catch(() => {});
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}
