import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { removeTree } from '../../src/lib/remove-tree.ts';
import { memoryFolder } from './memory-folder.ts';

/** The folder for all temporary files of a run of the suite; its processes are found by it. */
export interface RunFolder {
  path: string;
  /** Unmounts what is mounted below it, then removes it. */
  remove(): Promise<void>;
}

/** Open to all users, as the temporary folder of a machine. */
const mode = 0o1777;

/** Of the files that run at once, and of PostgreSQL. */
const mostBytes = 6 * 2 ** 30;

/** Below TMPDIR if it is set, as for a run that a test starts; otherwise in memory, where small files take less time. */
export async function makeRunFolder(): Promise<RunFolder> {
  const place = process.env.TMPDIR ? tmpdir() : await memoryFolder(mostBytes);
  // Short, because the path of a Unix socket has at most 107 bytes.
  const path = await mkdtemp(join(place, 'st-'));
  await chmod(path, mode);
  return {
    path,
    async remove() {
      for (const mount of (await mountsBelow(path)).reverse())
        await promisify(execFile)('umount', ['--lazy', mount]).catch(() => {});
      const left = await mountsBelow(path);
      // Removing a bind mount would remove files outside the folder.
      if (left.length > 0)
        throw new Error(`${path} is not removed: ${left.join(', ')} is still mounted. Unmount it.`);
      await removeTree(path);
    },
  };
}

async function mountsBelow(folder: string): Promise<string[]> {
  const table = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  return table
    .split('\n')
    .flatMap((line) => line.split(' ')[4] ?? [])
    .map((mount) =>
      mount.replaceAll(/\\(\d{3})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 8))),
    )
    .filter((mount) => mount.startsWith(`${folder}/`));
}
