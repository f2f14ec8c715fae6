import { lstat, opendir, statfs } from 'node:fs/promises';
import { join } from 'node:path';

export interface DiskLimits {
  /** What the folder may hold; 0: no limit. */
  maxBytes: number;
  maxFiles: number;
}

/** A tree with many files takes long to look at: it gets at most this share of the time. */
const shareOfTime = 0.1;
const lookEveryMs = 1000;
const mostReserveBytes = 2 ** 30;
const reserveShare = 0.05;

/**
 * Watches what an execution takes of its node's disk. A script may write wherever the sandbox lets it, in as many files
 * as it likes, and no limit of the kernel counts them together without a quota of the file system: so it is looked at.
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

  /** A disk that is nearly full already has less to keep free. */
  static async begin(folder: string, limits: DiskLimits): Promise<DiskWatch> {
    const { bavail, blocks, bsize } = await statfs(folder);
    const reserve = Math.min(mostReserveBytes, blocks * bsize * reserveShare, (bavail * bsize) / 2);
    return new DiskWatch(folder, limits, reserve);
  }

  /** Why the tool must be ended, as the beginning of a sentence; undefined while all is well. Cheap to call often. */
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

/** What is allocated, so that holes do not count; ends early when a limit is exceeded. What cannot be read counts nothing. */
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
