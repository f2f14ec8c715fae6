import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the command line reads in the data folder of a service on this machine. */
export function dataFiles(dataDir: string): { url: string; token: string; ca: string } {
  return { url: join(dataDir, 'url'), token: join(dataDir, 'token'), ca: join(dataDir, 'ca.pem') };
}

/** Leaves the address where the other commands look for it. */
export async function writeAddress(dataDir: string, url: string): Promise<void> {
  const path = dataFiles(dataDir).url;
  await mkdir(dataDir, { recursive: true });
  await writeFile(`${path}.new`, `${url}\n`);
  await rename(`${path}.new`, path);
}
