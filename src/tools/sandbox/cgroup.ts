import { access, mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '../../lib/id.ts';
import type { WorkspaceFolders } from '../workspace.ts';
import { toolFolders } from './layout.ts';

export interface Limits {
  memoryBytes: number;
  maxProcesses: number;
}

/** The control groups of a machine, and the group of this process. */
export interface CgroupTree {
  root: string;
  /** Content of /proc/self/cgroup. */
  ownGroups: string;
  isRoot: boolean;
}

/** DelegateSubgroup= of our units: the group of the service or agent itself. */
const ownSubgroup = 'main';

export interface CgroupOptions {
  tree?: CgroupTree;
  /** A group with egress rules; new groups are created below it. */
  egressGroup?: string | undefined;
}

/**
 * Creates control groups that limit memory and processes, where permitted; otherwise only limits per process apply. Throws
 * when none can be created below `egressGroup`. Returns their folders.
 */
export async function createCgroups(
  name: string,
  limits: Limits,
  { tree, egressGroup }: CgroupOptions = {},
): Promise<string[]> {
  const capped = await createCapped(name, limits, tree ?? (await treeOfMachine()), egressGroup);
  if (egressGroup === undefined || capped.includes(join(egressGroup, name))) return capped;
  try {
    await createGroup(join(egressGroup, name));
    return [...capped, join(egressGroup, name)];
  } catch (error) {
    await removeCgroups(capped);
    throw error;
  }
}

async function createCapped(
  name: string,
  limits: Limits,
  { root, ownGroups, isRoot }: CgroupTree,
  egressGroup: string | undefined,
): Promise<string[]> {
  if (!(await exists(join(root, 'cgroup.controllers')))) return createV1(root, name, limits);
  const parent = isRoot ? root : delegatedGroup(root, ownGroups);
  if (parent === undefined) return [];
  return createV2({ parent, egressGroup }, name, limits);
}

async function treeOfMachine(): Promise<CgroupTree> {
  const ownGroups = await readFile('/proc/self/cgroup', 'utf8').catch(() => '');
  return { root: '/sys/fs/cgroup', ownGroups, isRoot: process.getuid?.() === 0 };
}

/**
 * The group of our unit if systemd delegates it. Only if this process is in a subgroup: a group that enables controllers for
 * its children cannot contain processes, so a unit without DelegateSubgroup= could not be restarted while a tool runs.
 */
function delegatedGroup(root: string, ownGroups: string): string | undefined {
  const own = /^0::(\/.*)$/m.exec(ownGroups)?.[1] ?? '';
  return basename(own) === ownSubgroup && dirname(own) !== '/' ? join(root, dirname(own)) : undefined;
}

/**
 * Each group enables the controllers for the next. The group with egress rules is never created here, because a new one
 * would have no rules.
 */
async function createV2(
  { parent, egressGroup }: { parent: string; egressGroup: string | undefined },
  name: string,
  limits: Limits,
): Promise<string[]> {
  const ours = join(parent, 'spate');
  const group = join(egressGroup ?? ours, name);
  try {
    await mkdir(ours, { recursive: true });
    for (const folder of egressGroup === undefined ? [parent, ours] : [parent, ours, egressGroup]) {
      await enableControllers(folder);
    }
    await createGroup(group);
    await writeFile(join(group, 'memory.max'), String(limits.memoryBytes));
    await writeFile(join(group, 'pids.max'), String(limits.maxProcesses));
    return [group];
  } catch {
    await removeCgroups([group]);
    return [];
  }
}

async function enableControllers(folder: string): Promise<void> {
  const file = join(folder, 'cgroup.subtree_control');
  const enabled = (await readFile(file, 'utf8')).trim().split(' ');
  if (!enabled.includes('memory') || !enabled.includes('pids')) {
    await writeFile(file, '+memory +pids');
  }
}

async function createV1(root: string, name: string, limits: Limits): Promise<string[]> {
  const memory = join(root, 'memory/spate', name);
  const pids = join(root, 'pids/spate', name);
  try {
    await access(join(root, 'memory/cgroup.procs'));
    await access(join(root, 'pids/cgroup.procs'));
    await mkdir(dirname(memory), { recursive: true });
    await mkdir(dirname(pids), { recursive: true });
    await createGroup(memory);
    await createGroup(pids);
    await writeFile(join(memory, 'memory.limit_in_bytes'), String(limits.memoryBytes));
    await writeFile(join(pids, 'pids.max'), String(limits.maxProcesses));
    return [memory, pids];
  } catch {
    await removeCgroups([memory, pids]);
    return [];
  }
}

/** Replaces the group of an agent that was killed before it could store its name. */
async function createGroup(group: string): Promise<void> {
  await removeCgroups([group]);
  await mkdir(group);
}

/** Message why memory and processes of an execution cannot be limited in total; undefined when they can. */
export async function findMissingCaps(tree?: CgroupTree): Promise<string | undefined> {
  const limits = { memoryBytes: 64 * 2 ** 20, maxProcesses: 100 };
  const groups = await createCgroups(`probe-${newId()}`, limits, tree ? { tree } : {});
  await removeCgroups(groups);
  if (groups.length > 0) return undefined;
  return 'Memory and processes are limited per process, not per run, because this user cannot create control groups. Run the agent as root, or under systemd 254 or newer with a unit that delegates one (examples/systemd).';
}

/** Control groups of a workspace. */
export async function notedCgroups(folders: WorkspaceFolders): Promise<string[]> {
  const noted = await readFile(toolFolders(folders).cgroups, 'utf8').catch(() => '');
  return noted.split('\n').filter((line) => line !== '');
}

/** Whether the kernel has killed a process of the groups for lack of memory. */
export async function wasOutOfMemory(groups: readonly string[]): Promise<boolean> {
  for (const file of groups.flatMap((group) => [
    join(group, 'memory.events'),
    join(group, 'memory.oom_control'),
  ])) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (Number(/^oom_kill (\d+)/m.exec(text)?.[1] ?? 0) > 0) {
      return true;
    }
  }
  return false;
}

/** A group stays busy for a moment after its last process has ended. */
export async function removeCgroups(groups: readonly string[]): Promise<void> {
  for (const group of groups) {
    for (let round = 0; round < 100 && (await exists(group)); round++) {
      await rmdir(group).catch(() => delay(10));
    }
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
