import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Files of a local service's data folder that the CLI reads. */
export function dataFiles(dataDir: string): { url: string; token: string; ca: string } {
  return { url: join(dataDir, 'url'), token: join(dataDir, 'token'), ca: join(dataDir, 'ca.pem') };
}

/** Stores the URL of the service for other commands. */
export async function writeAddress(dataDir: string, url: string): Promise<void> {
  const path = dataFiles(dataDir).url;
  await mkdir(dataDir, { recursive: true });
  await writeFile(`${path}.new`, `${url}\n`);
  await rename(`${path}.new`, path);
}
