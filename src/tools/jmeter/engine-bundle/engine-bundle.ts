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
import { syncFolder } from '../../../lib/sync-folder.ts';
import { ownProgram } from '../../sandbox/own-program.ts';
import type { ToolContext } from '../../tool.ts';
import { hashOfEngine } from './sources.ts';

const prefix = 'engine-';
const buildLimitMs = 60_000;
const unusedAfterMs = 7 * 86_400_000;

/** The file that the engine's process is started with, in the folder of the bundle. */
export const bundledEntry = 'main.mjs';

/**
 * The folder with the engine in one file for its process and one for its threads, made if it is not in the cache: reading
 * hundreds of modules takes several times as long as reading one. Its name changes with anything it is made from, so it
 * is never out of date. Undefined when it cannot be had, which costs only time at the start and is logged.
 */
export async function ensureEngineBundle(
  context: Pick<ToolContext, 'cacheDir' | 'log' | 'signal'>,
  root = ownProgram.root,
): Promise<string | undefined> {
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
      await runBuild(root, aside, signal);
      if (join(cacheDir, prefix + (await hashOfEngine(root))) !== folder) {
        throw new Error('The sources of the engine were changed meanwhile.');
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

/** A file system that lost its power may have kept the names of files and nothing of what was in them. */
async function isWhole(folder: string): Promise<boolean> {
  try {
    await access(join(folder, bundledEntry), constants.R_OK);
    const files = await Promise.all((await readdir(folder)).map((name) => stat(join(folder, name))));
    return files.every(({ size }) => size > 0);
  } catch {
    return false;
  }
}

/** In a process of its own, so that nothing of the compiler stays in this one. */
async function runBuild(root: string, out: string, signal: AbortSignal): Promise<void> {
  const script = join(import.meta.dirname, 'build.ts');
  const { code, lines } = await runChild(process.execPath, [script, root, out], {
    signal,
    timeoutMs: buildLimitMs,
  });
  if (code !== 0) {
    throw new Error(lines.slice(-20).join('\n') || 'esbuild ended badly');
  }
}

/** Executions run as users of their own, whatever the umask of this process. All of it is on the disk before it gets its name. */
async function makeReadable(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    await using file = await open(join(folder, name), 'r');
    await file.chmod(0o644);
    await file.sync();
  }
  await chmod(folder, 0o755);
  await syncFolder(folder);
}

/** Of other versions, and what was left half built. The lock is ours, and an engine has read all of its files when it holds. */
async function removeUnused(cacheDir: string): Promise<void> {
  for (const name of await readdir(cacheDir)) {
    const path = join(cacheDir, name);
    const isBundle = /^engine-([0-9a-f]{16}|building-\w+)$/.test(name);
    if (isBundle && Date.now() - (await stat(path)).mtimeMs > unusedAfterMs) {
      await rm(path, { recursive: true, force: true });
    }
  }
}
