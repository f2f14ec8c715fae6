import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HostOverride } from '../../plans/override-hosts.ts';
import { awaitRecord, exitCode, isKeptRunning, killKept, startKept } from '../process-record.ts';
import { writeReadable } from '../safe-file.ts';
import { createCgroups, notedCgroups, removeCgroups, wasOutOfMemory } from './cgroup.ts';
import { executionUid, groupFor, passwdFor } from './identity.ts';
import { closeLaunchFolder, giveTo, toolFolders, writeLaunchScript } from './layout.ts';
import { programMounts } from './own-program.ts';
import type { Sandbox, SandboxCommand, SandboxPaths } from './sandbox.ts';

export interface BubblewrapPrograms {
  bwrap: string;
  /** Required as root, to switch to an unprivileged user inside the sandbox. */
  setpriv: string | undefined;
  prlimit: string | undefined;
}

export interface BubblewrapOptions {
  /** Missing isolation or limits, as messages. */
  notes?: readonly string[];
  /** Returns the control group with the egress rules; undefined: no rules. */
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

/** Files of /etc that programs need and that contain nothing about users of the machine. */
const etcNames =
  /^(alternatives|ca-certificates.*|crypto-policies|fonts|gai\.conf|host\.conf|java.*|ld\.so\..*|localtime|mime\.types|nsswitch\.conf|pki|protocols|resolv\.conf|services|ssl|timezone)$/;

/** User code in its own namespaces: separate pids, a read-only system, and no data of the machine. */
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

/** Folders of the system keep their path; others are mounted at a neutral path. */
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
  await closeLaunchFolder(command.folders, identity.isRoot ? identity.gid : undefined);
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

/** Arguments for `detectSandbox` and `start`. As root, the only capability inside is setting the user id. */
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

/** Parents of mount points; bubblewrap would create them accessible to root only. */
function folderArguments(paths: readonly string[]): string[] {
  const parents = new Set<string>();
  for (const path of paths) {
    for (let parent = dirname(path); parent !== '/'; parent = dirname(parent)) {
      parents.add(parent);
    }
  }
  return [...parents].sort().flatMap((parent) => ['--dir', parent]);
}

/** Programs and libraries of the system, and the selected files of /etc. */
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
    // resolv.conf is often a link to a file outside of /etc.
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

/** Overrides come first, because the first match counts; lines of the machine (localhost, its name) are kept. */
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

/** Limits per process; only a control group limits the total. As root the user id is unique, so its processes can be counted. */
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
