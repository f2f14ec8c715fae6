import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HostOverride } from '../../plans/override-hosts.ts';
import { awaitRecord, exitCode, isKeptRunning, killKept, startKept } from '../process-record.ts';
import { writeReadable } from '../safe-file.ts';
import { createCgroups, notedCgroups, removeCgroups, wasOutOfMemory } from './cgroup.ts';
import { executionUid, groupFor, passwdFor } from './identity.ts';
import { giveTo, toolFolders, writeLaunchScript } from './layout.ts';
import { programMounts } from './own-program.ts';
import type { Sandbox, SandboxCommand, SandboxPaths } from './sandbox.ts';

export interface BubblewrapPrograms {
  bwrap: string;
  /** Required as root, to switch to an unprivileged user inside. */
  setpriv: string | undefined;
  prlimit: string | undefined;
}

export interface BubblewrapOptions {
  /** What is not kept apart or limited, as sentences. */
  notes?: readonly string[];
  /** Finds the control group whose rules for connections must hold inside; without it they are not limited. */
  egressGroup?: () => Promise<string>;
}

const inside: Omit<SandboxPaths, 'node'> = {
  files: '/data/flood/files',
  results: '/data/flood/results',
  tool: '/opt/spate/tool',
  launch: '/opt/spate/launch',
  toolchain: '/opt/spate/toolchain',
  program: '/opt/spate/program',
};

/** What programs need of /etc and what tells nothing about the machine's users. */
const etcNames =
  /^(alternatives|ca-certificates.*|crypto-policies|fonts|gai\.conf|host\.conf|java.*|ld\.so\..*|localtime|mime\.types|nsswitch\.conf|pki|protocols|resolv\.conf|services|ssl|timezone)$/;

/** User code in namespaces of its own: another pid space, a read-only system, and nothing of the machine's data. */
export function createBubblewrap(
  programs: BubblewrapPrograms,
  { notes = [], egressGroup }: BubblewrapOptions = {},
): Sandbox {
  return {
    kind: 'bubblewrap',
    remark: '',
    notes,
    refusal: async () => undefined,
    paths: () => ({ ...inside, node: programMounts(inside.program).node }),
    seenAt,
    start: (command) => start(programs, command, egressGroup),
    isRunning: (folders) => isKeptRunning(toolFolders(folders).record),
    kill: (folders) => killKept(toolFolders(folders).record),
    exitCode: (folders) => exitCode(toolFolders(folders).record),
    wasOutOfMemory: async (folders) => wasOutOfMemory(await notedCgroups(folders)),
    cleanUp: async (folders) => removeCgroups(await notedCgroups(folders)),
  };
}

/** The system's own folders are there anyway; others get a place where their path tells nothing. */
function seenAt(folder: string): string {
  return folder.startsWith('/usr/')
    ? folder
    : join('/opt/spate/read', createHash('sha256').update(folder).digest('hex').slice(0, 16));
}

async function start(
  programs: BubblewrapPrograms,
  command: SandboxCommand,
  findEgressGroup: BubblewrapOptions['egressGroup'],
): Promise<void> {
  const parts = toolFolders(command.folders);
  const identity = await identityFor(command.executionId);
  await writeEtc(parts.etc, command.hosts, identity);
  await writeLaunchScript(command, inside.files, []);
  if (identity.isRoot) {
    for (const folder of [command.folders.files, command.folders.results, parts.inside]) {
      await giveTo(folder, identity.uid, identity.gid);
    }
  }
  const egressGroup = await findEgressGroup?.();
  const cgroups = await createCgroups(command.executionId, command, { egressGroup });
  await writeFile(parts.cgroups, cgroups.join('\n'));
  await startKept(parts.record, {
    argv: [
      ...limitArguments(programs, command, identity.isRoot),
      programs.bwrap,
      ...(await bwrapArguments(command, identity.isRoot, identity)),
      ...dropArguments(programs, identity),
      '/bin/sh',
      `${inside.launch}/run.sh`,
    ],
    cgroups,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' },
    outputPath: command.outputPath,
  });
  await awaitRecord(parts.record, 10_000);
}

interface Identity {
  uid: number;
  gid: number;
  isRoot: boolean;
}

async function identityFor(executionId: string): Promise<Identity> {
  const uid = process.getuid?.() ?? 0;
  if (uid !== 0) {
    return { uid, gid: process.getgid?.() ?? uid, isRoot: false };
  }
  const own = await executionUid(executionId);
  return { uid: own, gid: own, isRoot: true };
}

/** What `detectSandbox` tries and `start` uses. As root, setting the user id is the only power kept for inside. */
export async function bwrapArguments(
  command: Pick<SandboxCommand, 'folders' | 'toolchain' | 'readOnly'>,
  isRoot: boolean,
  identity: { uid: number; gid: number },
): Promise<string[]> {
  const parts = toolFolders(command.folders);
  const readOnly = command.readOnly.filter((path) => !path.startsWith('/usr/'));
  return [
    ...['--unshare-pid', '--unshare-ipc', '--unshare-cgroup-try', '--as-pid-1', '--info-fd', '3'],
    ...(isRoot
      ? ['--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID']
      : ['--unshare-user', '--uid', String(identity.uid), '--gid', String(identity.gid)]),
    ...(await systemArguments()),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...folderArguments([
      ...Object.values(inside),
      ...['/run/any', '/var/tmp', '/opt/spate/read/any', '/opt/spate/program/any'],
    ]),
    ...['--bind', parts.temporary, '/tmp', '--bind', parts.temporary, '/var/tmp'],
    ...['--ro-bind', join(parts.etc, 'passwd'), '/etc/passwd'],
    ...['--ro-bind', join(parts.etc, 'group'), '/etc/group'],
    ...['--ro-bind', join(parts.etc, 'hosts'), '/etc/hosts'],
    ...['--bind', command.folders.files, inside.files],
    ...['--bind', command.folders.results, inside.results],
    ...['--bind', parts.inside, inside.tool],
    ...['--ro-bind', parts.launch, inside.launch],
    ...(command.toolchain === undefined ? [] : ['--ro-bind', command.toolchain, inside.toolchain]),
    ...programMounts(inside.program).args,
    ...readOnly.flatMap((path) => ['--ro-bind', path, seenAt(path)]),
    ...['--remount-ro', '/', '--chdir', inside.files],
  ];
}

/** Folders above mount points; those that bubblewrap makes by itself could be entered by root only. */
function folderArguments(paths: readonly string[]): string[] {
  const parents = new Set<string>();
  for (const path of paths) {
    for (let parent = dirname(path); parent !== '/'; parent = dirname(parent)) {
      parents.add(parent);
    }
  }
  return [...parents].sort().flatMap((parent) => ['--dir', parent]);
}

/** The system's programs and libraries, and the harmless part of /etc. */
async function systemArguments(): Promise<string[]> {
  const args = ['--ro-bind', '/usr', '/usr', '--dir', '/etc'];
  for (const path of ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']) {
    const found = await lstat(path).catch(() => undefined);
    if (found?.isSymbolicLink()) {
      args.push('--symlink', await readlink(path), path);
    } else if (found?.isDirectory()) {
      args.push('--ro-bind', path, path);
    }
  }
  for (const name of await readdir('/etc')) {
    // resolv.conf is often a link out of /etc.
    const target = etcNames.test(name)
      ? await realpath(join('/etc', name)).catch(() => undefined)
      : undefined;
    if (target) {
      args.push('--ro-bind', target, join('/etc', name));
    }
  }
  return args;
}

async function writeEtc(folder: string, hosts: readonly HostOverride[], identity: Identity): Promise<void> {
  await writeReadable(join(folder, 'passwd'), passwdFor(identity.uid, identity.gid, `${inside.tool}/home`));
  await writeReadable(join(folder, 'group'), groupFor(identity.gid));
  await writeReadable(
    join(folder, 'hosts'),
    hostsFile(await readFile('/etc/hosts', 'utf8').catch(() => ''), hosts),
  );
}

/** The overrides come first, because the first match counts; the machine's own lines (localhost, its name) stay. */
function hostsFile(own: string, overrides: readonly HostOverride[]): string {
  const lines = overrides.map(({ host, ip }) => `${ip}\t${host}`);
  const localhost = /\blocalhost\b/.test(own) ? '' : '127.0.0.1\tlocalhost\n::1\tlocalhost\n';
  return `${lines.map((line) => `${line}\n`).join('')}${localhost}${own}`;
}

function dropArguments(programs: BubblewrapPrograms, identity: Identity): string[] {
  if (!identity.isRoot || !programs.setpriv) {
    return [];
  }
  const ids = ['--reuid', String(identity.uid), '--regid', String(identity.gid)];
  return [programs.setpriv, ...ids, '--clear-groups', '--no-new-privs', '--'];
}

/** Per process; a group's memory is capped only by a control group. As root the user id is its own, so processes count. */
function limitArguments(programs: BubblewrapPrograms, command: SandboxCommand, isRoot: boolean): string[] {
  if (!programs.prlimit) {
    return [];
  }
  const data = command.memoryBytes + command.maxProcesses * 2 ** 20;
  return [
    programs.prlimit,
    '--core=0',
    `--data=${data}`,
    ...(isRoot ? [`--nproc=${command.maxProcesses}`] : []),
    ...(command.maxFileBytes ? [`--fsize=${command.maxFileBytes}`] : []),
    '--',
  ];
}
