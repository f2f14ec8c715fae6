import { lstat, opendir, statfs } from 'node:fs/promises';
import { join } from 'node:path';

export interface DiskLimits {
  /** Quota of the folder; 0: no limit. */
  maxBytes: number;
  maxFiles: number;
}

/** Upper bound of the time share spent on measuring the folder: large trees are measured less often. */
const shareOfTime = 0.1;
const lookEveryMs = 1000;
const maxReserveBytes = 2 ** 30;
const reserveShare = 0.05;

/**
 * Polls the disk usage of an execution against its quota. Polling, because without file system quotas the kernel cannot
 * limit the total size and number of files that a script writes.
 */
export class DiskWatch {
  readonly #folder: string;
  readonly #limits: DiskLimits;
  readonly #reserveBytes: number;
  #nextLookAt = 0;

  private constructor(folder: string, limits: DiskLimits, reserveBytes: number) {
    this.#folder = folder;
    this.#limits = limits;
    this.#reserveBytes = reserveBytes;
  }

  /** The reserve kept free is at most half of the space available at the start. */
  static async begin(folder: string, limits: DiskLimits): Promise<DiskWatch> {
    const { bavail, blocks, bsize } = await statfs(folder);
    const reserve = Math.min(maxReserveBytes, blocks * bsize * reserveShare, (bavail * bsize) / 2);
    return new DiskWatch(folder, limits, reserve);
  }

  /** The exceeded limit, as a sentence without full stop; undefined within limits. Cheap to call often. */
  async look(): Promise<string | undefined> {
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize < this.#reserveBytes) return 'The disk of the node is full';
    if (performance.now() < this.#nextLookAt) return undefined;
    const startedAt = performance.now();
    const found = await sizeOfTree(this.#folder, this.#limits);
    const tookMs = performance.now() - startedAt;
    this.#nextLookAt = performance.now() + Math.max(lookEveryMs, tookMs / shareOfTime);
    const { maxBytes, maxFiles } = this.#limits;
    if (maxBytes > 0 && found.bytes >= maxBytes)
      return `The run used more than ${Math.floor(maxBytes / 2 ** 20)} MB of the node's disk (SPATE_EXECUTION_DISK_MB)`;
    return found.files > maxFiles ? `The run made more than ${maxFiles} files on the node` : undefined;
  }
}

/** Allocated bytes, so holes do not count. Stops at the first exceeded limit; unreadable entries count as 0 bytes. */
async function sizeOfTree(root: string, limits: DiskLimits): Promise<{ bytes: number; files: number }> {
  const found = { bytes: 0, files: 0 };
  const open = [root];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const entries = await opendir(folder).catch(() => undefined);
    if (!entries) continue;
    for await (const entry of entries) {
      const path = join(folder, entry.name);
      found.files++;
      if (entry.isDirectory()) open.push(path);
      found.bytes += ((await lstat(path).catch(() => undefined))?.blocks ?? 0) * 512;
      const isOver = limits.maxBytes > 0 && found.bytes >= limits.maxBytes;
      if (isOver || found.files > limits.maxFiles) return found;
    }
  }
  return found;
}
