import {
  access,
  chmod,
  constants,
  mkdir,
  mkdtemp,
  open,
  readdir,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises';
import { join } from 'node:path';
import { runChild } from '../../../lib/child-process.ts';
import { withLock } from '../../../lib/file-lock.ts';
import { isRelease, packageFile } from '../../../lib/package-files.ts';
import { syncFolder } from '../../../lib/sync-folder.ts';
import { ownProgram } from '../../sandbox/own-program.ts';
import type { ToolContext } from '../../tool.ts';
import { hashOfEngine } from './sources.ts';

const prefix = 'engine-';
const buildLimitMs = 60_000;
const unusedAfterMs = 7 * 86_400_000;

/** Entry file of the engine process, in the folder of the bundle. */
export const bundledEntry = 'main.mjs';

/**
 * Folder of the bundled engine, with an entry file for its process and one for its threads, built if it is not in the cache:
 * loading hundreds of modules takes several times as long as loading a few. Its name contains a hash of all inputs, so it is
 * never outdated. A release contains it. Undefined when it cannot be built, which is logged and costs only start time.
 */
export async function ensureEngineBundle(
  context: Pick<ToolContext, 'cacheDir' | 'log' | 'signal'>,
  root = ownProgram.root,
): Promise<string | undefined> {
  if (isRelease) return packageFile('src/engine');
  try {
    const folder = join(context.cacheDir, prefix + (await hashOfEngine(root)));
    if (!(await isWhole(folder)) || !(await isMarkedAsUsed(folder))) {
      await make(folder, context, root);
      await isMarkedAsUsed(folder);
    }
    return folder;
  } catch (error) {
    context.signal.throwIfAborted();
    context.log.warn({ err: error }, 'engine-bundle.failed');
    return undefined;
  }
}

/** False when it was removed concurrently. A cache owned by another user can still be used. */
async function isMarkedAsUsed(folder: string): Promise<boolean> {
  const now = new Date();
  return utimes(folder, now, now).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
}

async function make(
  folder: string,
  { cacheDir, signal }: Pick<ToolContext, 'cacheDir' | 'signal'>,
  root: string,
): Promise<void> {
  if ((await mkdir(cacheDir, { recursive: true })) !== undefined) {
    await chmod(cacheDir, 0o755);
  }
  await withLock(join(cacheDir, `${prefix}bundle.lock`), signal, async () => {
    if (await isWhole(folder)) {
      return;
    }
    await removeUnused(cacheDir);
    const aside = await mkdtemp(join(cacheDir, `${prefix}building-`));
    try {
      await buildEngine(root, aside, signal);
      if (join(cacheDir, prefix + (await hashOfEngine(root))) !== folder) {
        throw new Error('The sources of the engine changed during the build.');
      }
      await makeReadable(aside);
      await rm(folder, { recursive: true, force: true });
      await rename(aside, folder);
      await syncFolder(cacheDir);
    } finally {
      await rm(aside, { recursive: true, force: true });
    }
  });
}

/** After a power failure, files may exist without their content. */
async function isWhole(folder: string): Promise<boolean> {
  try {
    await access(join(folder, bundledEntry), constants.R_OK);
    const files = await Promise.all((await readdir(folder)).map((name) => stat(join(folder, name))));
    return files.every(({ size }) => size > 0);
  } catch {
    return false;
  }
}

/** Bundles the engine into a folder, in a separate process, so that the compiler does not stay in memory. */
export async function buildEngine(root: string, out: string, signal?: AbortSignal): Promise<void> {
  const script = packageFile('src/tools/jmeter/engine-bundle/build.ts');
  const { code, lines } = await runChild(process.execPath, [script, root, out], {
    signal,
    timeoutMs: buildLimitMs,
  });
  if (code !== 0) {
    throw new Error(lines.slice(-20).join('\n') || 'esbuild failed');
  }
}

/** Readable for executions, which run as other users, whatever the umask of this process. Synced to disk before the rename. */
async function makeReadable(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    await using file = await open(join(folder, name), 'r');
    await file.chmod(0o644);
    await file.sync();
  }
  await chmod(folder, 0o755);
  await syncFolder(folder);
}

/** Removes bundles of other versions and partial builds. Requires the lock; a running engine has read its files by then. */
async function removeUnused(cacheDir: string): Promise<void> {
  for (const name of await readdir(cacheDir)) {
    const path = join(cacheDir, name);
    const isBundle = /^engine-([0-9a-f]{16}|building-\w+)$/.test(name);
    if (isBundle && Date.now() - (await stat(path)).mtimeMs > unusedAfterMs) {
      await rm(path, { recursive: true, force: true });
    }
  }
}
