import { existsSync } from 'node:fs';
import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const periodUs = 20_000;
const root = '/sys/fs/cgroup';

/**
 * Limits a process to a part of one core, by a control group. Returns a function that removes the limit. Requires
 * root.
 */
export async function limitProcessor(pid: number, percent: number): Promise<() => Promise<void>> {
  const isV2 = existsSync(join(root, 'cgroup.controllers'));
  const parent = isV2 ? root : join(root, 'cpu');
  const group = join(parent, `spate-bench-${pid}`);
  const quotaUs = Math.round((periodUs * percent) / 100);
  await mkdir(group);
  if (isV2) await writeFile(join(group, 'cpu.max'), `${quotaUs} ${periodUs}`);
  else {
    await writeFile(join(group, 'cpu.cfs_period_us'), String(periodUs));
    await writeFile(join(group, 'cpu.cfs_quota_us'), String(quotaUs));
  }
  await writeFile(join(group, 'cgroup.procs'), String(pid));
  return async () => {
    await writeFile(join(parent, 'cgroup.procs'), String(pid));
    await rmdir(group);
  };
}
