import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';

/** Free space and size of the file system of a folder; absent while the folder does not exist. */
export function observeDisk(registry: Registry, folder: string): void {
  const size = new Gauge({
    name: 'spate_disk_size_bytes',
    help: 'Size of the file system of the data folder, in bytes.',
    registers: [registry],
  });
  new Gauge({
    name: 'spate_disk_free_bytes',
    help: 'Free space for this user on the file system of the data folder, in bytes.',
    registers: [registry],
    async collect() {
      try {
        const { bavail, blocks, bsize } = await statfs(folder);
        this.set(bavail * bsize);
        size.set(blocks * bsize);
      } catch {
        this.remove();
        size.remove();
      }
    },
  });
}
