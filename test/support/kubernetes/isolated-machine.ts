import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readdir, readFile, rmdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { runChild } from '../../../src/lib/child-process.ts';
import { exists } from '../../../src/lib/exists.ts';
import { packageFile } from '../../../src/lib/package-files.ts';
import { afterwards } from '../afterwards.ts';
import { until } from '../until.ts';
import { forward } from './forward.ts';

/** The only address of the machine besides loopback; no other machine can reach it. */
export const machineAddress = '10.97.0.1';

/** Folders with fixed paths that programs write to, replaced by empty ones. */
const replacedFolders = ['/run', '/var/lib', '/var/log'];
/** Kernel settings of the whole machine that a kubelet changes; restored at the end. */
const changedSettings = [
  'vm/overcommit_memory',
  'vm/panic_on_oom',
  'kernel/panic',
  'kernel/panic_on_oops',
  'kernel/keys/root_maxkeys',
  'kernel/keys/root_maxbytes',
];

const setUp = `set -e
mount -t proc proc /proc
${replacedFolders.map((folder) => `mount -t tmpfs tmpfs ${folder}`).join('\n')}
ip link set lo up
ip link add node0 type bridge
ip address add ${machineAddress}/24 dev node0
ip link set node0 up
ip route add default dev node0
echo 1 > /proc/sys/net/ipv4/ip_forward
mkdir /run/settings
for name in ${changedSettings.join(' ')}; do mkdir -p "/run/settings/$(dirname $name)"; cat "/proc/sys/$name" > "/run/settings/$name"; done
touch /run/ready
# Until the end of the test process, also by a kill. The shell also reaps orphans.
cat > /dev/null
for name in ${changedSettings.join(' ')}; do cat "/run/settings/$name" > "/proc/sys/$name"; done
exit 0`;

export interface CommandResult {
  code: number | null;
  output: string;
}

/**
 * Namespaces of network, mounts and processes, in which programs run like on a separate machine without a network.
 * Removed after the test: processes, mounts, interfaces, firewall rules, and control groups below `controlGroup`.
 * Requires root.
 */
export class IsolatedMachine {
  readonly folder: string;
  /** Name of the control group for pods, without a leading slash. */
  readonly controlGroup: string;
  readonly #holder: ChildProcess;
  #pid = '';
  #forwards = 0;

  private constructor(folder: string) {
    this.folder = folder;
    this.controlGroup = `spate-test-${process.pid}`;
    this.#holder = spawn(
      'unshare',
      ['--mount', '--net', '--pid', '--uts', '--fork', '--kill-child', 'sh', '-c', setUp],
      // A separate session: it outlives a killed test process long enough to clean up.
      { stdio: ['pipe', 'inherit', 'inherit'], detached: true },
    );
  }

  static async start(t: TestContext, folder: string): Promise<IsolatedMachine> {
    const machine = new IsolatedMachine(folder);
    afterwards(t, () => machine.#stop());
    machine.#pid = await until('the machine is ready', () => machine.#readyPid(), 10_000);
    return machine;
  }

  /** Runs a command to its end; throws unless it exits with 0. */
  async run(command: string, ...args: string[]): Promise<string> {
    const { code, output } = await this.tryRun(command, ...args);
    if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed (${code}):\n${output}`);
    return output;
  }

  async tryRun(command: string, ...args: string[]): Promise<CommandResult> {
    const { code, lines } = await runChild('nsenter', [...this.#entering, command, ...args]);
    return { code, output: lines.join('\n') };
  }

  /** Starts a program that runs until it is killed, or until the end of the test; returns the path of its log. */
  async start(name: string, command: string, ...args: string[]): Promise<string> {
    const path = join(this.folder, `${name}.log`);
    const log = await open(path, 'a');
    const noted = ['sh', '-c', 'echo $$ > "$0"; exec "$@"', this.#pidFile(name), command, ...args];
    const child = spawn('nsenter', [...this.#entering, ...noted], { stdio: ['ignore', log.fd, log.fd] });
    child.unref();
    await log.close();
    return path;
  }

  /** Kills a started program. */
  async kill(name: string): Promise<void> {
    const pid = (await readFile(this.#pidFile(name), 'utf8')).trim();
    await this.run('kill', '-KILL', pid);
  }

  /** Makes an address of the machine reachable from this process; returns the port on 127.0.0.1. */
  async reach(t: TestContext, endpoint: string): Promise<number> {
    const socket = join(this.folder, `reach-${++this.#forwards}`);
    await this.#startForward(socket, endpoint);
    await until('it listens', () => exists(socket), 30_000);
    const server = await forward('127.0.0.1:0', socket);
    afterwards(t, () => void server.close());
    return (server.address() as AddressInfo).port;
  }

  /** Makes a port on 127.0.0.1 of this process reachable in the machine, at its own address. */
  async expose(t: TestContext, port: number, own: number): Promise<void> {
    const socket = join(this.folder, `expose-${++this.#forwards}`);
    const server = await forward(socket, `127.0.0.1:${port}`);
    afterwards(t, () => void server.close());
    await this.#startForward(`${machineAddress}:${own}`, socket);
  }

  #startForward(from: string, to: string): Promise<string> {
    return this.start(
      `forward-${this.#forwards}`,
      process.execPath,
      packageFile('test/support/kubernetes/forward.ts'),
      from,
      to,
    );
  }

  #pidFile(name: string): string {
    return join(this.folder, `${name}.pid`);
  }

  get #entering(): string[] {
    return ['--target', this.#pid, '--mount', '--net', '--pid', '--uts', '--'];
  }

  /** The first process of the machine, when its set-up is complete. */
  async #readyPid(): Promise<string | undefined> {
    const { pid, exitCode } = this.#holder;
    if (exitCode !== null) throw new Error(`The set-up of the machine failed (${exitCode}).`);
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    const child = children.trim();
    if (child === '') return undefined;
    const isReady = await readFile(`/proc/${child}/root/run/ready`).then(
      () => true,
      () => false,
    );
    return isReady ? child : undefined;
  }

  async #stop(): Promise<void> {
    const { stdin, exitCode } = this.#holder;
    if (exitCode === null) {
      const exited = once(this.#holder, 'exit');
      // The first process of a namespace exits after all others.
      stdin?.end();
      await exited;
    }
    for (const hierarchy of await controlGroupHierarchies())
      await removeGroups(join(hierarchy, this.controlGroup));
  }
}

/** Mount points of control groups: one with version 2, several with version 1. */
export async function controlGroupHierarchies(): Promise<string[]> {
  const mounts = (await readFile('/proc/self/mounts', 'utf8')).split('\n').map((line) => line.split(' '));
  return mounts.filter(([, , type]) => type === 'cgroup' || type === 'cgroup2').map(([, path = '']) => path);
}

/** Control groups are removed bottom-up; their files disappear with them. */
async function removeGroups(path: string): Promise<void> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return;
  for (const entry of entries) if (entry.isDirectory()) await removeGroups(join(path, entry.name));
  await rmdir(path);
}
