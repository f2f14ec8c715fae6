import { access, mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { WorkspaceFolders } from '../workspace.ts';
import { toolFolders } from './layout.ts';

const root = '/sys/fs/cgroup';

export interface Limits {
  memoryBytes: number;
  maxProcesses: number;
}

/**
 * Makes control groups that cap memory and processes, where this machine lets us. Returns their folders, or none when
 * it does not: then limits of the process itself have to do.
 */
export async function createCgroups(name: string, limits: Limits): Promise<string[]> {
  try {
    return (await exists(join(root, 'cgroup.controllers')))
      ? await createV2(name, limits)
      : await createV1(name, limits);
  } catch {
    await removeCgroups([
      join(root, 'spate', name),
      join(root, 'memory/spate', name),
      join(root, 'pids/spate', name),
    ]);
    return [];
  }
}

async function createV2(name: string, limits: Limits): Promise<string[]> {
  const parent = join(root, 'spate');
  await enableControllers(root);
  await mkdir(parent, { recursive: true });
  await enableControllers(parent);
  const group = join(parent, name);
  await mkdir(group);
  await writeFile(join(group, 'memory.max'), String(limits.memoryBytes));
  await writeFile(join(group, 'pids.max'), String(limits.maxProcesses));
  return [group];
}

async function enableControllers(folder: string): Promise<void> {
  const file = join(folder, 'cgroup.subtree_control');
  const enabled = (await readFile(file, 'utf8')).trim().split(' ');
  if (!enabled.includes('memory') || !enabled.includes('pids')) {
    await writeFile(file, '+memory +pids');
  }
}

async function createV1(name: string, limits: Limits): Promise<string[]> {
  const memory = join(root, 'memory/spate', name);
  const pids = join(root, 'pids/spate', name);
  await access(join(root, 'memory/cgroup.procs'));
  await access(join(root, 'pids/cgroup.procs'));
  await mkdir(memory, { recursive: true });
  await mkdir(pids, { recursive: true });
  await writeFile(join(memory, 'memory.limit_in_bytes'), String(limits.memoryBytes));
  await writeFile(join(pids, 'pids.max'), String(limits.maxProcesses));
  return [memory, pids];
}

/** Those that were made for a workspace. */
export async function notedCgroups(folders: WorkspaceFolders): Promise<string[]> {
  const noted = await readFile(toolFolders(folders).cgroups, 'utf8').catch(() => '');
  return noted.split('\n').filter((line) => line !== '');
}

/** Whether the kernel ended a process in one of the groups for lack of memory. */
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

/** The kernel keeps a group busy for a moment after its last process has gone. */
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
