import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { slowFiles } from './slow-files.ts';

/** Wall time of test files in seconds, by path from the root of the project. */
type Durations = Record<string, number>;

const cacheFile = 'node_modules/.cache/spate-tests/durations.json';
const shortS = 1;

/** The expected seconds of a file: of its last run; on a new machine by the list of slow files. */
export async function expectedDurations(root: string): Promise<(file: string) => number> {
  const last = await readDurations(root);
  return (file) => {
    const path = relative(root, file);
    return last[path] ?? slowFiles[path] ?? shortS;
  };
}

export async function saveDurations(
  root: string,
  results: readonly { file: string; wallS: number }[],
): Promise<void> {
  const known = await readDurations(root);
  for (const { file, wallS } of results) {
    if (file.startsWith(root)) known[relative(root, file)] = Math.round(wallS * 10) / 10;
  }
  const path = join(root, cacheFile);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.${process.pid}`, JSON.stringify(known, null, 2));
  await rename(`${path}.${process.pid}`, path);
}

async function readDurations(root: string): Promise<Durations> {
  try {
    return JSON.parse(await readFile(join(root, cacheFile), 'utf8')) as Durations;
  } catch {
    return {};
  }
}
