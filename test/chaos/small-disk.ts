import { execFile } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterwards } from '../support/afterwards.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);

export interface SmallDisk {
  folder: string;
  /** Leaves no free byte for a while. */
  fill(forMs: number): Promise<void>;
}

/** A file system of its own, in memory. Requires root. */
export async function mountSmallDisk(t: TestContext, sizeMb: number): Promise<SmallDisk> {
  const folder = await temporaryFolder(t);
  await run('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=700`, 'tmpfs', folder]);
  // Lazily: a process of a failed round may still have a file open.
  afterwards(t, () => run('umount', ['-l', folder]));
  return {
    folder,
    async fill(forMs) {
      const path = join(folder, 'filler');
      const file = await open(path, 'w');
      try {
        const piece = Buffer.alloc(2 ** 20);
        for (;;) await file.write(piece);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
      await sleep(forMs);
      await rm(path, { force: true });
    },
  };
}
