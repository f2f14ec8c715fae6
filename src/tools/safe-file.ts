import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, type FileHandle, open, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { AppError } from '../domain/errors.ts';

/**
 * Opens a file that a script may have replaced: follows no links, accepts only regular files, and never blocks. Undefined
 * when there is no such file.
 */
export async function openRegular(path: string): Promise<FileHandle | undefined> {
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  if ((await file.stat()).isFile()) {
    return file;
  }
  await file.close();
  return undefined;
}

/** The text of a file in a folder that a script can write to; throws when a link points outside of the folder. */
export async function readWithin(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  const place = await realpath(dirname(path)).catch(() => '');
  const root = await realpath(folder);
  const file = place === root || place.startsWith(`${root}${sep}`) ? await openRegular(path) : undefined;
  if (!file) {
    throw new AppError('plan_broken', `${name} is not a file of the workspace.`);
  }
  try {
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/** The last `maxBytes` of such a file as text; empty when there is none. */
export async function readTail(path: string, maxBytes: number): Promise<string> {
  const file = await openRegular(path);
  if (!file) {
    return '';
  }
  try {
    const { size } = await file.stat();
    const length = Math.min(size, maxBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Writes a file that the user of an execution can read, whatever the umask of this process. */
export async function writeReadable(path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(path, content);
  await chmod(path, 0o644);
}

/**
 * Replaces a readable file atomically. Other processes may write to the folder, so the temporary file has an unpredictable
 * name.
 */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const aside = join(dirname(path), `.${randomUUID()}`);
  try {
    await writeFile(aside, content, { flag: 'wx' });
    await chmod(aside, 0o644);
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}
