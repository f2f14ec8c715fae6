import { execFile } from 'node:child_process';
import { mkdir, open, rm, statfs, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterwards } from '../support/afterwards.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const kibibyte = 2 ** 10;
const mebibyte = 2 ** 20;
const betweenPausesMs = 50;

export interface SmallDisk {
  folder: string;
  /** Leaves no free byte for a while. */
  fill(forMs: number): Promise<void>;
  /** For a while, every write waits up to `pauseMs`. */
  slow(forMs: number, pauseMs: number): Promise<void>;
}

/** A file system of its own. Requires root. */
export async function mountSmallDisk(t: TestContext, sizeMb: number): Promise<SmallDisk> {
  const parent = await temporaryFolder(t);
  const folder = join(parent, 'disk');
  const image = join(parent, 'image');
  await mkdir(folder);
  await writeFile(image, '');
  await truncate(image, sizeMb * mebibyte);
  await run('mkfs.ext4', ['-q', '-F', '-m', '0', image]);
  await run('mount', ['-o', 'loop', image, folder]);
  await rm(join(folder, 'lost+found'), { recursive: true });
  afterwards(t, async () => {
    await thaw();
    // Lazily: a process of a failed round may still have a file open.
    await run('umount', ['-l', folder]);
  });
  const thaw = () => run('fsfreeze', ['--unfreeze', folder]).catch(() => {});
  return {
    folder,
    async fill(forMs) {
      const path = join(folder, 'filler');
      const { bavail, bsize } = await statfs(folder);
      // At once, then what remains.
      await run('fallocate', ['-l', String(bavail * bsize), path]).catch(() => {});
      await appendUntilFull(path);
      await sleep(forMs);
      await rm(path, { force: true });
    },
    async slow(forMs, pauseMs) {
      const endMs = performance.now() + forMs;
      while (performance.now() < endMs) {
        await run('fsfreeze', ['--freeze', folder]);
        await sleep(pauseMs);
        await thaw();
        await sleep(betweenPausesMs);
      }
    },
  };
}

async function appendUntilFull(path: string): Promise<void> {
  const file = await open(path, 'a');
  try {
    const piece = Buffer.alloc(64 * kibibyte);
    for (;;) await file.write(piece);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await file.close();
  }
}
