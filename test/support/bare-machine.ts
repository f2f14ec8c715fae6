import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { makeDebianRoot } from './debian-root.ts';
import { until } from './until.ts';

/**
 * Enters the root like a separate machine: with its own mounts, processes and host name, and the network of this
 * machine.
 */
const enter = `mount --make-rprivate /
mount --bind "$1" "$1"
cd "$1"
shift
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
exec "$@"`;

const environment = ['env', '-i', 'HOME=/root', 'PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'LANG=C.UTF-8'];

/**
 * A Debian with only the essential packages, curl and the certificates that it needs; with systemd to boot it.
 * Requires root.
 */
export class BareMachine {
  readonly root: string;
  /** Commands that have not exited. */
  readonly #running = new Set<ChildProcess>();
  #container: ChildProcess | undefined;
  /** Process of the machine's systemd. */
  #systemd: number | undefined;

  private constructor(root: string) {
    this.root = root;
  }

  static async make(t: TestContext, { withSystemd = false } = {}): Promise<BareMachine> {
    const folder = await mkdtemp(join(tmpdir(), 'spate-bare-'));
    const root = join(folder, 'root');
    const machine = new BareMachine(root);
    t.after(async () => {
      await machine.#powerOff();
      await machine.#endCommands();
      await rm(folder, { recursive: true, force: true });
    });
    const packages = ['ca-certificates', 'curl', ...(withSystemd ? ['systemd', 'systemd-sysv', 'dbus'] : [])];
    await makeDebianRoot(root, packages);
    await copyFile('/etc/resolv.conf', join(root, 'etc/resolv.conf'));
    if (withSystemd) await machine.#boot();
    return machine;
  }

  /** Whether a machine with systemd has powered off. */
  get isOff(): boolean {
    return this.#container !== undefined && this.#container.exitCode !== null;
  }

  /** Starts a command as root of the machine. Without systemd, all its processes end with it, at the latest after the test. */
  start(command: string): ChildProcess {
    const child = this.#spawn(command);
    this.#running.add(child);
    child.once('close', () => this.#running.delete(child));
    return child;
  }

  #spawn(command: string): ChildProcess {
    const inside = [...environment, 'sh', '-c', command];
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    if (this.#systemd !== undefined)
      return spawn('nsenter', ['--target', String(this.#systemd), '--all', ...inside], { stdio: [...stdio] });
    const namespaces = ['--mount', '--pid', '--fork', '--uts', '--kill-child'];
    return spawn('unshare', [...namespaces, 'sh', '-ec', enter, 'sh', this.root, ...inside], {
      stdio: [...stdio],
    });
  }

  /** Runs a command to its end. */
  async run(command: string): Promise<{ code: number | null; output: string }> {
    const child = this.start(command);
    const output = outputOf(child);
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output: output() };
  }

  async #boot(): Promise<void> {
    const options = ['--boot', '--register=no', '--keep-unit', '--console=pipe', '--resolv-conf=copy-host'];
    const container = spawn('systemd-nspawn', ['--directory', this.root, '--machine=bare', ...options], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    this.#container = container;
    const { pid } = container;
    await until('systemd runs', async () => {
      if (container.exitCode !== null) throw new Error(`systemd-nspawn ended (${container.exitCode}).`);
      const [leader] = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ');
      const name = leader && (await readFile(`/proc/${leader}/comm`, 'utf8').catch(() => ''));
      this.#systemd = name === 'systemd\n' ? Number(leader) : undefined;
      return this.#systemd !== undefined;
    });
    await until('the machine has booted', async () => {
      const { output } = await this.run('systemctl is-system-running');
      return /^(running|degraded)$/m.test(output);
    });
  }

  /** `close` is emitted when all processes with the pipe open have exited. */
  async #endCommands(): Promise<void> {
    const ended = [...this.#running].map((child) => once(child, 'close'));
    for (const child of this.#running) child.kill('SIGKILL');
    await Promise.all(ended);
  }

  async #powerOff(): Promise<void> {
    const container = this.#container;
    if (!container || container.exitCode !== null || container.signalCode !== null) return;
    const ended = once(container, 'exit');
    container.kill('SIGTERM');
    await ended;
  }
}

/** Collects the output of a process; returns a function that reads it. */
export function outputOf(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      text += chunk;
    });
  return () => text;
}
