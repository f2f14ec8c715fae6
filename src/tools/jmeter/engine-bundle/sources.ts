import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** The engine and the rooms that it may import. */
export const engineRooms = [
  'src/engine',
  'src/tool-process',
  'src/jmx',
  'src/languages',
  'src/metrics',
  'src/domain',
  'src/lib',
];
/** What is taken from other packages changes with these. */
const packages = ['package.json', 'package-lock.json'];
const onlyForTests = /[.](test|differential|conformance|fixture)[.]ts$|\/testing\//;

/** Every file of ours that the engine may be made of, relative to `root`, in a fixed order. */
export async function engineSources(root: string): Promise<string[]> {
  const found = await Promise.all(
    engineRooms.map((room) => readdir(join(root, room), { recursive: true, withFileTypes: true })),
  );
  return found
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => path.endsWith('.ts') && !onlyForTests.test(path))
    .sort();
}

/** Changes with anything that the bundle is made of or by. */
export async function hashOfEngine(root: string): Promise<string> {
  const paths = [...packages, ...(await engineSources(root))];
  const contents = await Promise.all(paths.map((path) => readFile(join(root, path))));
  const hash = createHash('sha256').update(process.version);
  hash.update(await readFile(join(import.meta.dirname, 'build.ts')));
  for (const [at, path] of paths.entries()) {
    hash.update(`\0${path}\0`).update(contents[at] ?? '');
  }
  return hash.digest('hex').slice(0, 16);
}
