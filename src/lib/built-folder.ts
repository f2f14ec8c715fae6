import { createHash } from 'node:crypto';
import {
  access,
  chmod,
  constants,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { exists } from './exists.ts';

export interface FolderBuild {
  root: string;
  /** Files and folders that determine the result, relative to `root`. */
  inputs: readonly string[];
  /** Folders for builds: the first that contains the result, else the first writable one. */
  places: readonly [string, ...string[]];
  /** Writes the result into an empty folder. */
  build(folder: string): Promise<void>;
}

const unusedAfterMs = 86_400_000;
const onlyForTests = /[.](test|differential|conformance)[.]ts$|\/recordings\//;

/**
 * Returns the folder with the result of a build, and builds it when none of the current inputs exists. It is named after
 * the hash of the inputs and renamed into place, so processes can build concurrently.
 */
export async function builtFolder({ root, inputs, places, build }: FolderBuild): Promise<string> {
  const name = await hashOf(root, inputs);
  for (const place of places) {
    const folder = join(place, name);
    if (await exists(folder)) return markAsUsed(folder);
  }
  const place = (await firstWritable(places)) ?? places[0];
  const folder = join(place, name);
  const aside = await mkdtemp(join(place, '.building-'));
  try {
    await build(aside);
    await chmod(aside, 0o755);
    await rename(aside, folder).catch(async (error: unknown) => {
      // Another process finished the same build first.
      if (!(await exists(folder))) throw error;
    });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  await removeUnused(place);
  return folder;
}

async function markAsUsed(folder: string): Promise<string> {
  const now = new Date();
  // Without permission, the folder is used without updating its time.
  await utimes(folder, now, now).catch(() => {});
  return folder;
}

async function hashOf(root: string, inputs: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  const paths = (await Promise.all(inputs.map((path) => filesUnder(root, path)))).flat().toSorted();
  const contents = await Promise.all(paths.map((path) => readFile(join(root, path))));
  for (const [index, path] of paths.entries()) {
    hash
      .update(`${path}\0`)
      .update(contents[index] ?? '')
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

async function filesUnder(root: string, path: string): Promise<string[]> {
  if (extname(path) !== '') return [path];
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((each) => !onlyForTests.test(each));
}

async function firstWritable(places: readonly string[]): Promise<string | undefined> {
  for (const place of places) {
    const isWritable = await mkdir(place, { recursive: true })
      .then(() => access(place, constants.W_OK))
      .then(
        () => true,
        () => false,
      );
    if (isWritable) return place;
  }
  return undefined;
}

/** Removes old builds and abandoned build folders. */
async function removeUnused(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    const path = join(place, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > unusedAfterMs) await rm(path, { recursive: true, force: true });
  }
}
