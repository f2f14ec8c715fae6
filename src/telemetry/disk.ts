import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';

/** Free space and size of the file system of a folder; absent while the folder does not exist. */
export function observeDisk(registry: Registry, folder: string): void {
  const addGauge = (name: string, help: string, read: (disk: StatsFs) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const disk = await statfs(folder).catch(() => undefined);
        if (disk) this.set(read(disk));
        else this.remove();
      },
    });
  addGauge(
    'spate_disk_free_bytes',
    'Free space for this user on the file system of the data folder, in bytes.',
    ({ bavail, bsize }) => bavail * bsize,
  );
  addGauge(
    'spate_disk_size_bytes',
    'Size of the file system of the data folder, in bytes.',
    ({ blocks, bsize }) => blocks * bsize,
  );
}
