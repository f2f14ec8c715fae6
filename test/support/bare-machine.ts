import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { runChild } from '../../src/lib/child-process.ts';

const makeTimeoutMs = 10 * 60_000;

/** Enters the root as a machine of its own: with its own mounts, processes and host name, and the network of this machine. */
const enter = `mount --make-rprivate /
mount --bind "$1" "$1"
cd "$1"
mount -t proc proc proc
mount --rbind /dev dev
mount --rbind /sys sys
mount -t tmpfs tmpfs tmp
mount -t tmpfs tmpfs run
hostname bare
mkdir -p old
pivot_root . old
umount -l old
cd /root
exec env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 sh -c "$2"`;

/** A Debian with nothing but the essential packages, curl and the certificates that it needs. */
export class BareMachine {
  readonly root: string;

  private constructor(root: string) {
    this.root = root;
  }

  static async make(t: TestContext): Promise<BareMachine> {
    const folder = await mkdtemp(join(tmpdir(), 'spate-bare-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const root = join(folder, 'root');
    const sources = await debianSources();
    const packages = '--include=ca-certificates,curl';
    const { code, lines } = await runChild(
      'mmdebstrap',
      ['--variant=minbase', packages, await codename(), root, ...sources],
      { timeoutMs: makeTimeoutMs },
    );
    if (code !== 0) throw new Error(`mmdebstrap failed (${code}):\n${lines.slice(-20).join('\n')}`);
    await copyFile('/etc/resolv.conf', join(root, 'etc/resolv.conf'));
    return new BareMachine(root);
  }

  /** Starts a command as root of the machine. All its processes end with it. */
  start(command: string): ChildProcess {
    const namespaces = ['--mount', '--pid', '--fork', '--uts', '--kill-child'];
    return spawn('unshare', [...namespaces, 'sh', '-ec', enter, 'sh', this.root, command], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** Runs a command to its end. */
  async run(command: string): Promise<{ code: number | null; output: string }> {
    const child = this.start(command);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        output += chunk;
      });
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output };
  }
}

/** Where this machine gets the packages of its distribution. */
async function debianSources(): Promise<string[]> {
  const folder = '/etc/apt/sources.list.d';
  const files = (await readdir(folder)).filter((name) => /^(debian|ubuntu)[.](sources|list)$/.test(name));
  return files.length > 0 ? files.map((name) => join(folder, name)) : ['/etc/apt/sources.list'];
}

async function codename(): Promise<string> {
  const { lines } = await runChild('sh', ['-c', '. /etc/os-release; echo "$VERSION_CODENAME"']);
  return lines[0] ?? '';
}
