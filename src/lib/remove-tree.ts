import { randomUUID } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { chmod, readdir, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Leaves room for a name of 255 bytes within PATH_MAX (4096). */
const maxPathBytes = 3500;

/**
 * Removes a folder recursively, even without write permission on subfolders or with paths beyond PATH_MAX. Does not
 * follow links.
 */
export async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch {
    await dismantle(path);
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Empties a folder, one entry at a time. Moves folders that are nested too deeply up to the root first. */
async function dismantle(root: string): Promise<void> {
  await chmod(root, 0o700).catch(() => {});
  for (const tops = [root]; tops.length > 0; ) {
    const top = tops.pop() ?? root;
    const folders = [top];
    // The list grows during the iteration; parents come before their children.
    for (const folder of folders) {
      for (const entry of await entriesOf(folder)) {
        const path = join(folder, entry.name);
        if (!entry.isDirectory()) {
          await unlink(path).catch(() => {});
          continue;
        }
        await chmod(path, 0o700).catch(() => {});
        if (Buffer.byteLength(path) < maxPathBytes) {
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
