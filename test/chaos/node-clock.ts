import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const source = fileURLToPath(new URL('shifted-clock.c', import.meta.url));
/** A folder of the system that sandboxes contain and that is empty or of no use to a node. */
const seenAt = '/usr/games';

/** The time of day of a node: of its agent and of the tools in their sandboxes. */
export interface NodeClock {
  /** A command that runs another one with this clock; to be put in front of it. */
  command: readonly string[];
  shift(seconds: number): Promise<void>;
}

/** Requires root: the clock is a library that a mount namespace adds to every program. */
export async function makeNodeClock(t: TestContext): Promise<NodeClock> {
  const folder = await temporaryFolder(t);
  const mounted = join(folder, 'mounted');
  const etc = { upper: join(folder, 'upper'), work: join(folder, 'work') };
  for (const each of [mounted, etc.upper, etc.work]) await mkdir(each, { mode: 0o755 });
  const shiftPath = join(mounted, 'shift');
  const shift = async (seconds: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(seconds));
    // In place: the programs have the file mapped.
    await writeFile(shiftPath, bytes, { flag: 'r+' });
  };
  await writeFile(shiftPath, Buffer.alloc(8), { mode: 0o644 });
  const defined = `-DSHIFT_PATH="${seenAt}/shift"`;
  await run('cc', ['-shared', '-fPIC', '-O2', defined, '-o', join(mounted, 'clock.so'), source]);
  await writeFile(join(etc.upper, 'ld.so.preload'), `${seenAt}/clock.so\n`, { mode: 0o644 });
  const script = [
    `mount --bind "$1" ${seenAt}`,
    'mount -t overlay overlay -o "lowerdir=/etc,upperdir=$2,workdir=$3" /etc',
    'shift 3',
    'exec "$@"',
  ].join(' && ');
  return {
    command: [
      ...['unshare', '--mount', '--propagation', 'private', 'sh', '-c', script, 'clock'],
      ...[mounted, etc.upper, etc.work],
    ],
    shift,
  };
}
